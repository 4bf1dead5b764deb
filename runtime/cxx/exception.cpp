// Throwing and catching. The machine unwinds (ir::Opcode::Throw, Caught, Resume); whether a clause
// catches, and what the handler then sees, is decided here.
#include <cstdlib>
#include <exception>
#include <new>

#include "abi.h"

namespace overtake {

Handling& handling() {
  static thread_local Handling state;
  return state;
}

void release(Exception* e) {
  if (e->primary != nullptr) {
    Exception* again = e;
    e = e->primary;
    __overtake_free(again);
  }
  if (__atomic_sub_fetch(&e->references, 1, __ATOMIC_SEQ_CST) > 0) return;
  if (e->destroy != nullptr) e->destroy(e->object());
  __overtake_free(e);
}

void throw_again(Exception* e) {
  e->adjusted = e->itself()->object();
  if (!e->forced()) ++handling().uncaught;
  __overtake_throw(e->object(), e->type);
}

}  // namespace overtake

using overtake::Exception;
using overtake::handling;
using overtake::Type;

// What pthread_exit throws has no type; handlers that want it name this one.
extern const Type forced_unwind __asm__("_ZTIN10__cxxabiv115__forced_unwindE");

static std::terminate_handler on_terminate;

extern "C" {

// An exception has left its thread, and the program has a say in that.
[[noreturn]] void __overtake_uncaught() { std::terminate(); }

void* __cxa_allocate_exception(std::size_t size) noexcept {
  return static_cast<Exception*>(__overtake_alloc(sizeof(Exception) + size))->object();
}

void __cxa_free_exception(void* object) noexcept { __overtake_free(Exception::of(object)); }

[[noreturn]] void __cxa_throw(void* object, const Type* type, void (*destroy)(void*)) {
  Exception* e = Exception::of(object);
  e->type = type;
  e->destroy = destroy;
  e->adjusted = object;
  e->references = 1;
  ++handling().uncaught;
  __overtake_throw(object, type);
}

// Called by landing pads for each catch clause with a type.
int __overtake_catches(void* object, const Type* thrown, const Type* wanted) {
  if (thrown == nullptr) return wanted == &forced_unwind;  // a thread that ends
  Exception* e = Exception::of(object);
  object = e->itself()->object();
  const bool pointer = thrown->kind == &overtake::pointer_kind[2];
  if (thrown == wanted) {
    e->adjusted = pointer ? *static_cast<void**>(object) : object;
    return 1;
  }
  if (pointer && wanted->kind == &overtake::pointer_kind[2]) {
    const auto* from = static_cast<const overtake::PointerType*>(thrown);
    const auto* to = static_cast<const overtake::PointerType*>(wanted);
    if ((from->flags & 7 & ~to->flags) != 0) return 0;  // would lose const
    void* value = *static_cast<void**>(object);
    const bool to_void =
        to->pointee->kind == &overtake::fundamental_kind[2] && to->pointee->name[0] == 'v';
    if (from->pointee != to->pointee && !to_void) {
      const bool null = value == nullptr;
      if (null) return 0;
      value = overtake::upcast(value, from->pointee, to->pointee);
      if (value == nullptr) return 0;
    }
    e->adjusted = value;
    return 1;
  }
  if (pointer || wanted->kind == &overtake::pointer_kind[2]) return 0;
  void* base = overtake::upcast(object, thrown, wanted);
  if (base == nullptr) return 0;
  e->adjusted = base;
  return 1;
}

const Type* __overtake_exception_type(void* object) {
  return object == nullptr ? nullptr : Exception::of(object)->type;
}

void* __cxa_begin_catch(void* object) noexcept {
  Exception* e = Exception::of(object);
  e->handlers = (e->handlers < 0 ? -e->handlers : e->handlers) + 1;
  overtake::Handling& state = handling();
  if (state.caught != e) {
    e->outer = state.caught;
    state.caught = e;
  }
  if (!e->forced()) --state.uncaught;
  return e->adjusted;
}

void* __cxa_get_exception_ptr(void* object) noexcept { return Exception::of(object)->adjusted; }

void __cxa_end_catch() {
  overtake::Handling& state = handling();
  Exception* e = state.caught;
  if (e == nullptr) return;
  if (e->handlers < 0) {  // thrown again: it lives on
    if (++e->handlers == 0) state.caught = e->outer;
    return;
  }
  if (--e->handlers > 0) return;
  state.caught = e->outer;
  if (e->forced()) __overtake_fail("abort", "FATAL: exception not rethrown");
  overtake::release(e);
}

[[noreturn]] void __cxa_rethrow() {
  Exception* e = handling().caught;
  if (e == nullptr) std::terminate();
  e->handlers = -e->handlers;
  overtake::throw_again(e);
  __builtin_unreachable();
}

__cxxabiv1::__cxa_refcounted_exception* __cxxabiv1::__cxa_init_primary_exception(
    void* object, std::type_info* type, void (*destroy)(void*)) noexcept {
  Exception* e = Exception::of(object);
  e->type = reinterpret_cast<const Type*>(type);
  e->destroy = destroy;
  e->adjusted = object;
  return nullptr;
}

[[noreturn]] void __cxa_pure_virtual() { __overtake_fail("abort", "pure virtual function called"); }
[[noreturn]] void __cxa_deleted_virtual() {
  __overtake_fail("abort", "deleted virtual function called");
}
[[noreturn]] void __cxa_call_unexpected(void*) { std::terminate(); }
[[noreturn]] void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }

}  // extern "C"

namespace std {

void terminate() noexcept {
  if (const auto handler = __atomic_load_n(&on_terminate, __ATOMIC_ACQUIRE)) {
    handler();
    __overtake_fail("abort", "std::terminate: the handler has returned");
  }
  if (handling().caught != nullptr || handling().uncaught != 0)
    __overtake_fail("uncaught-exception",
                    "std::terminate: an exception leaves a function that lets none out");
  __overtake_fail("abort", "std::terminate called");
}
terminate_handler get_terminate() noexcept {
  const auto handler = __atomic_load_n(&on_terminate, __ATOMIC_ACQUIRE);
  return handler != nullptr ? handler : std::abort;
}
terminate_handler set_terminate(terminate_handler handler) noexcept {
  // Naming the hook here links it into programs that have handlers, and into no others.
  if (handler == __overtake_uncaught) handler = nullptr;
  const auto old =
      __atomic_exchange_n(&on_terminate, handler == std::abort ? nullptr : handler,
                          __ATOMIC_ACQ_REL);
  return old != nullptr ? old : std::abort;
}
int uncaught_exceptions() noexcept { return static_cast<int>(handling().uncaught); }
bool uncaught_exception() noexcept { return handling().uncaught != 0; }

// exception_ptr: a counted reference to an exception.
namespace __exception_ptr {
exception_ptr::exception_ptr(void* object) noexcept : _M_exception_object(object) { _M_addref(); }
void exception_ptr::_M_addref() noexcept {
  if (_M_exception_object != nullptr)
    __atomic_fetch_add(&Exception::of(_M_exception_object)->references, 1, __ATOMIC_SEQ_CST);
}
void exception_ptr::_M_release() noexcept {
  if (_M_exception_object == nullptr) return;
  Exception* e = Exception::of(_M_exception_object);
  _M_exception_object = nullptr;
  if (__atomic_fetch_sub(&e->references, 1, __ATOMIC_SEQ_CST) > 1) return;
  if (e->destroy != nullptr) e->destroy(e->object());
  __overtake_free(e);
}
void* exception_ptr::_M_get() const noexcept { return _M_exception_object; }
const class std::type_info* exception_ptr::__cxa_exception_type() const noexcept {
  return reinterpret_cast<const std::type_info*>(Exception::of(_M_exception_object)->type);
}
}  // namespace __exception_ptr

exception_ptr current_exception() noexcept {
  Exception* e = handling().caught;
  return e == nullptr || e->forced() ? exception_ptr() : exception_ptr(e->itself()->object());
}

void rethrow_exception(exception_ptr pointer) {
  Exception* e = Exception::of(pointer._M_get());
  __atomic_fetch_add(&e->references, 1, __ATOMIC_SEQ_CST);
  // Not empty after the header, so that the address of what is thrown is one of the object.
  auto* again = static_cast<Exception*>(__overtake_alloc(sizeof(Exception) + 1));
  again->type = e->type;
  again->primary = e;
  overtake::throw_again(again);
  __builtin_unreachable();
}

}  // namespace std
