// The exception classes of the library. Defining their virtual functions emits their vtables and
// type descriptions. Messages are copied once and never freed.
#include <bits/cxxabi_forced.h>

#include <cstring>
#include <exception>
#include <functional>
#include <future>
#include <ios>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>
#include <typeinfo>
#include <variant>

#include "overtake.h"

// What pthread_cancel throws elsewhere; catch clauses name it.
__cxxabiv1::__forced_unwind::~__forced_unwind() throw() {}

namespace std {

static const char* keep(const char* text, size_t length) {
  char* copy = static_cast<char*>(__overtake_alloc(length + 1));
  for (size_t i = 0; i < length; ++i) copy[i] = text[i];
  return copy;
}

__cow_string::__cow_string() : _M_p("") {}
__cow_string::__cow_string(const std::string& s) : _M_p(keep(s.data(), s.size())) {}
__cow_string::__cow_string(const char* s, size_t n) : _M_p(keep(s, n)) {}
__cow_string::__cow_string(const __cow_string& s) noexcept : _M_p(s._M_p) {}
__cow_string& __cow_string::operator=(const __cow_string& s) noexcept {
  return _M_p = s._M_p, *this;
}
__cow_string::~__cow_string() {}
__cow_string::__cow_string(__cow_string&& s) noexcept : _M_p(s._M_p) {}
__cow_string& __cow_string::operator=(__cow_string&& s) noexcept { return _M_p = s._M_p, *this; }

exception::~exception() noexcept {}
const char* exception::what() const noexcept { return "std::exception"; }
bad_exception::~bad_exception() noexcept {}
const char* bad_exception::what() const noexcept { return "std::bad_exception"; }
bad_cast::~bad_cast() noexcept {}
const char* bad_cast::what() const noexcept { return "std::bad_cast"; }
bad_typeid::~bad_typeid() noexcept {}
const char* bad_typeid::what() const noexcept { return "std::bad_typeid"; }
bad_function_call::~bad_function_call() noexcept {}
const char* bad_function_call::what() const noexcept { return "bad_function_call"; }
bad_weak_ptr::~bad_weak_ptr() noexcept {}
const char* bad_weak_ptr::what() const noexcept { return "bad_weak_ptr"; }
type_info::~type_info() {}
nested_exception::~nested_exception() noexcept {}

logic_error::logic_error(const string& s) : exception(), _M_msg(s) {}
logic_error::logic_error(const char* s) : exception(), _M_msg(s, strlen(s)) {}
logic_error::logic_error(logic_error&& e) noexcept : exception(e), _M_msg(e._M_msg) {}
logic_error& logic_error::operator=(logic_error&& e) noexcept { return _M_msg = e._M_msg, *this; }
logic_error::logic_error(const logic_error& e) noexcept : exception(e), _M_msg(e._M_msg) {}
logic_error& logic_error::operator=(const logic_error& e) noexcept {
  return _M_msg = e._M_msg, *this;
}
logic_error::~logic_error() noexcept {}
const char* logic_error::what() const noexcept { return _M_msg._M_p; }
runtime_error::runtime_error(const string& s) : exception(), _M_msg(s) {}
runtime_error::runtime_error(const char* s) : exception(), _M_msg(s, strlen(s)) {}
runtime_error::runtime_error(runtime_error&& e) noexcept : exception(e), _M_msg(e._M_msg) {}
runtime_error& runtime_error::operator=(runtime_error&& e) noexcept {
  return _M_msg = e._M_msg, *this;
}
runtime_error::runtime_error(const runtime_error& e) noexcept : exception(e), _M_msg(e._M_msg) {}
runtime_error& runtime_error::operator=(const runtime_error& e) noexcept {
  return _M_msg = e._M_msg, *this;
}
runtime_error::~runtime_error() noexcept {}
const char* runtime_error::what() const noexcept { return _M_msg._M_p; }

#define DERIVED(name, base)                \
  name::name(const string& s) : base(s) {} \
  name::name(const char* s) : base(s) {}   \
  name::~name() noexcept {}
DERIVED(domain_error, logic_error)
DERIVED(invalid_argument, logic_error)
DERIVED(length_error, logic_error)
DERIVED(out_of_range, logic_error)
DERIVED(range_error, runtime_error)
DERIVED(overflow_error, runtime_error)
DERIVED(underflow_error, runtime_error)

system_error::~system_error() noexcept {}

void __throw_bad_exception() { throw bad_exception(); }
void __throw_bad_alloc() { throw bad_alloc(); }
void __throw_bad_array_new_length() { throw bad_array_new_length(); }
void __throw_bad_cast() { throw bad_cast(); }
void __throw_bad_typeid() { throw bad_typeid(); }
void __throw_logic_error(const char* s) { throw logic_error(s); }
void __throw_domain_error(const char* s) { throw domain_error(s); }
void __throw_invalid_argument(const char* s) { throw invalid_argument(s); }
void __throw_length_error(const char* s) { throw length_error(s); }
void __throw_out_of_range(const char* s) { throw out_of_range(s); }
void __throw_out_of_range_fmt(const char* s, ...) { throw out_of_range(s); }
void __throw_runtime_error(const char* s) { throw runtime_error(s); }
void __throw_range_error(const char* s) { throw range_error(s); }
void __throw_overflow_error(const char* s) { throw overflow_error(s); }
void __throw_underflow_error(const char* s) { throw underflow_error(s); }
void __throw_bad_function_call() { throw bad_function_call(); }
void __throw_system_error(int e) { throw system_error(error_code(e, generic_category())); }
void __throw_future_error(int e) { throw future_error(make_error_code(future_errc(e))); }

// Error categories: names without texts.
inline namespace _V2 {
error_category::~error_category() {}
__cow_string error_category::_M_message(int) const { return __cow_string("error", 5); }
error_condition error_category::default_error_condition(int e) const noexcept {
  return error_condition(e, *this);
}
bool error_category::equivalent(int e, const error_condition& c) const noexcept {
  return default_error_condition(e) == c;
}
bool error_category::equivalent(const error_code& c, int e) const noexcept {
  return *this == c.category() && c.value() == e;
}
}  // namespace _V2

namespace {
struct Category : error_category {
  const char* text;
  constexpr explicit Category(const char* t) : text(t) {}
  const char* name() const noexcept override { return text; }
  string message(int) const override { return text; }
};
struct Categories {
  Category generic{"generic"}, system{"system"}, future{"future"}, stream{"iostream"};
};
const Categories& categories() {
  alignas(Categories) static char place[sizeof(Categories)];
  static thread_local bool made = false;
  // Every thread writes the same constants: which of them is first does not matter.
  if (!made) {
    new (place) Categories;
    made = true;
  }
  return reinterpret_cast<const Categories&>(place);
}
}  // namespace

inline namespace _V2 {
const error_category& generic_category() noexcept { return categories().generic; }
const error_category& system_category() noexcept { return categories().system; }
}  // namespace _V2
const error_category& future_category() noexcept { return categories().future; }
const error_category& iostream_category() noexcept { return categories().stream; }

future_error::~future_error() noexcept {}
const char* future_error::what() const noexcept { return "future_error"; }
__future_base::_Result_base::_Result_base() = default;
__future_base::_Result_base::~_Result_base() = default;

}  // namespace std
