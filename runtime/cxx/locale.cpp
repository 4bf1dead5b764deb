// The locale of C and its facets, for characters of type char. There is no other locale, so that
// copying one is no shared access; the facets are constants, laid out as the headers expect.
#include <cstdlib>
#include <limits>
#include <locale>
#include <stdexcept>
#include <string>

#include "layout.h"

namespace overtake {

// The characters of a class, as <ctype.h> of the C locale has them.
constexpr unsigned short classes(int c) {
  const auto in = [c](int from, int to) { return c >= from && c <= to; };
  const bool upper = in('A', 'Z'), lower = in('a', 'z'), digit = in('0', '9');
  using B = std::ctype_base;
  return static_cast<unsigned short>(
      (upper ? B::upper : 0) | (lower ? B::lower : 0) | (upper || lower ? B::alpha : 0) |
      (digit ? B::digit : 0) | (digit || in('a', 'f') || in('A', 'F') ? B::xdigit : 0) |
      (in('\t', '\r') || c == ' ' ? B::space : 0) | (c == ' ' || c == '\t' ? B::blank : 0) |
      (in(' ', '~') ? B::print : 0) | (in(0, 31) || c == 127 ? B::cntrl : 0) |
      (in('!', '~') && !upper && !lower && !digit ? B::punct : 0));
}

struct Classes {
  unsigned short of[256];
  constexpr Classes() : of() {
    for (int c = 0; c < 256; ++c) of[c] = classes(c);
  }
};
constexpr Classes table;

struct Cases {
  int upper[256], lower[256];
  constexpr Cases() : upper(), lower() {
    for (int c = 0; c < 256; ++c) {
      upper[c] = c >= 'a' && c <= 'z' ? c - 32 : c;
      lower[c] = c >= 'A' && c <= 'Z' ? c + 32 : c;
    }
  }
};
constexpr Cases cases;

extern const void* const ctype_table[16] __asm__("_ZTVSt5ctypeIcE");
extern const void* const put_table[16] __asm__(
    "_ZTVSt7num_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE");
extern const void* const get_table[16] __asm__(
    "_ZTVSt7num_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEE");
extern const void* const punct_table[16] __asm__("_ZTVNSt7__cxx118numpunctIcEE");

// No character changes when it is widened or narrowed.
constexpr Ctype unchanged() {
  Ctype c{
      .facet = {ctype_table + 2}, .upper = cases.upper, .lower = cases.lower, .classes = table.of};
  for (int i = 0; i < 256; ++i) c.widen[i] = c.narrow[i] = static_cast<char>(i);
  return c;
}
constinit Ctype ctype = unchanged();

constexpr Punctuation plain() {
  constexpr char kOut[] = "-+xX0123456789abcdef0123456789ABCDEF";
  constexpr char kIn[] = "-+xX0123456789abcdefABCDEF";
  Punctuation p;
  for (int i = 0; i < 36; ++i) p.out[i] = kOut[i];
  for (int i = 0; i < 26; ++i) p.in[i] = kIn[i];
  return p;
}
constinit const Punctuation punctuation = plain();

constinit const NumPunct numpunct{{punct_table + 2}, &punctuation};
constinit const Facet num_put{put_table + 2}, num_get{get_table + 2};
constinit const char classic = 0;
constinit const void* const classic_locale = &classic;

}  // namespace overtake

namespace std {

locale::locale() throw()
    : _M_impl(reinterpret_cast<_Impl*>(const_cast<char*>(&overtake::classic))) {}
locale::locale(const locale& other) throw() : _M_impl(other._M_impl) {}
locale::locale(_Impl* impl) throw() : _M_impl(impl) {}
locale::locale(const char* name) : locale() {
  if (name == nullptr) __throw_logic_error("locale::locale: null is no name");
  const string wanted(name);
  if (wanted != "C" && wanted != "POSIX" && wanted != "")
    __throw_runtime_error("locale::facet::_S_create_c_locale name not valid");
}
locale::locale(const locale& base, const char*, category) : locale(base) {}
locale::locale(const locale& base, const locale&, category) : locale(base) {}
locale::~locale() throw() {}
const locale& locale::operator=(const locale& other) throw() {
  _M_impl = other._M_impl;
  return *this;
}
string locale::name() const { return "C"; }
bool locale::operator==(const locale&) const throw() { return true; }
locale locale::global(const locale& other) { return other; }
const locale& locale::classic() {
  return reinterpret_cast<const locale&>(overtake::classic_locale);
}

locale::facet::~facet() {}
__c_locale locale::facet::_S_get_c_locale() { return nullptr; }

ctype<char>::~ctype() {}
char ctype<char>::do_toupper(char c) const { return overtake::cases.upper[(unsigned char)c]; }
const char* ctype<char>::do_toupper(char* from, const char* to) const {
  for (; from < to; ++from) *from = do_toupper(*from);
  return to;
}
char ctype<char>::do_tolower(char c) const { return overtake::cases.lower[(unsigned char)c]; }
const char* ctype<char>::do_tolower(char* from, const char* to) const {
  for (; from < to; ++from) *from = do_tolower(*from);
  return to;
}
const ctype_base::mask* ctype<char>::classic_table() throw() { return overtake::table.of; }
void ctype<char>::_M_widen_init() const {}
void ctype<char>::_M_narrow_init() const {}

template <>
numpunct<char>::~numpunct() {}
template <>
void numpunct<char>::_M_initialize_numpunct(__c_locale) {
  _M_data =
      reinterpret_cast<__cache_type*>(const_cast<overtake::Punctuation*>(&overtake::punctuation));
}

const char* __num_base::_S_atoms_out = overtake::punctuation.out;
const char* __num_base::_S_atoms_in = overtake::punctuation.in;

// The format of printf that says the same as a stream's flags.
void __num_base::_S_format_float(const ios_base& io, char* to, char modifier) throw() {
  const ios_base::fmtflags flags = io.flags();
  const ios_base::fmtflags form = flags & ios_base::floatfield;
  const bool hex = form == (ios_base::fixed | ios_base::scientific);
  *to++ = '%';
  if (flags & ios_base::showpos) *to++ = '+';
  if (flags & ios_base::showpoint) *to++ = '#';
  if (!hex) {
    *to++ = '.';
    *to++ = '*';
  }
  if (modifier != 0) *to++ = modifier;
  const bool big = (flags & ios_base::uppercase) != 0;
  if (form == ios_base::fixed)
    *to++ = 'f';  // in either case, as libstdc++ has it
  else if (form == ios_base::scientific)
    *to++ = big ? 'E' : 'e';
  else if (hex)
    *to++ = big ? 'A' : 'a';
  else
    *to++ = big ? 'G' : 'g';
  *to = '\0';
}

// Digits are not grouped.
bool __verify_grouping(const char*, size_t, const string&) throw() { return true; }

// What num_get has collected, as a number: the nearest one, and a failure if it is out of range.
template <class T>
static void convert(const char* text, T& value, ios_base::iostate& state,
                    T (*parse)(const char*, char**)) {
  char* end;
  value = parse(text, &end);
  constexpr T huge = __builtin_huge_val();
  if (end == text || *end != '\0') {
    value = 0;
    state = ios_base::failbit;
  } else if (value == huge || value == -huge) {
    value = value > 0 ? numeric_limits<T>::max() : numeric_limits<T>::lowest();
    state = ios_base::failbit;
  }
}
template <>
void __convert_to_v(const char* s, float& v, ios_base::iostate& e, const __c_locale&) throw() {
  convert(s, v, e, strtof);
}
template <>
void __convert_to_v(const char* s, double& v, ios_base::iostate& e, const __c_locale&) throw() {
  convert(s, v, e, strtod);
}
template <>
void __convert_to_v(const char* s, long double& v, ios_base::iostate& e,
                    const __c_locale&) throw() {
  convert(s, v, e, strtold);
}

}  // namespace std

// Where a program asks a locale for a facet, it asks for one of these. (Named by their symbols: the
// headers have promised to instantiate the templates elsewhere.)
#define FACET(name, symbol)                                                                 \
  bool has_##name(const void*) __asm__("_ZSt9has_facetI" symbol "EbRKSt6locale");           \
  bool has_##name(const void*) { return true; }                                             \
  const void* use_##name(const void*) __asm__("_ZSt9use_facetI" symbol "ERKT_RKSt6locale"); \
  const void* use_##name(const void*) { return &overtake::name; }
FACET(ctype, "St5ctypeIcE")
FACET(numpunct, "NSt7__cxx118numpunctIcEE")
FACET(num_put, "St7num_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE")
FACET(num_get, "St7num_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEE")

const void* use_cache(const void*, const void*) __asm__(
    "_ZNKSt11__use_cacheISt16__numpunct_cacheIcEEclERKSt6locale");
const void* use_cache(const void*, const void*) { return &overtake::punctuation; }

// The C library's way to change the locale of a thread.
extern "C" locale_t __uselocale(locale_t given) noexcept { return given; }
