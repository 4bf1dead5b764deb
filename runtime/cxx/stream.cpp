// cout, cerr, clog and cin. Writing to one of the first three is no shared access: nothing happens,
// or, with --show-output, each thread writes through streams of its own, which have their own flags
// and width. A program that gives them another buffer gets what it asked for. cin is at its end.
//
// The functions that differ from those of the headers (stream_instances.cpp) are named by their
// symbols, and win when the models are linked.
#include <bits/cxxabi_forced.h>

#include <cstdio>
#include <exception>
#include <iomanip>
#include <new>
#include <ostream>
#include <streambuf>

#include "layout.h"
#include "overtake.h"

using std::ostream;

namespace overtake {

// Where ends what is written.
class Output : public std::streambuf {
 protected:
  int_type overflow(int_type c) override;
  std::streamsize xsputn(const char* text, std::streamsize length) override;
};
Output::int_type Output::overflow(int_type c) {
  const char character = traits_type::to_char_type(c);
  if (!traits_type::eq_int_type(c, traits_type::eof())) fwrite(&character, 1, 1, stdout);
  return traits_type::not_eof(c);
}
std::streamsize Output::xsputn(const char* text, std::streamsize length) {
  fwrite(text, 1, static_cast<std::size_t>(length), stdout);
  return length;
}

extern const void* const output_table[16] __asm__("_ZTVN8overtake6OutputE");
extern const void* const input_table[16] __asm__("_ZTVSt15basic_streambufIcSt11char_traitsIcEE");
extern const void* const ostream_table[16] __asm__("_ZTVSo");
extern const void* const istream_table[16] __asm__("_ZTVSi");
constinit Buffer output{output_table + 2}, input{input_table + 2};

using F = std::ios_base;
extern Ostream out __asm__("_ZSt4cout");
extern Ostream error __asm__("_ZSt4cerr");
extern Ostream log __asm__("_ZSt4clog");
extern Istream in __asm__("_ZSt3cin");
#define OSTREAM(more)                                                                       \
  {                                                                                         \
    ostream_table + 3, {                                                                    \
      .functions = ostream_table + 8, .flags = F::skipws | F::dec | more, .buffer = &output \
    }                                                                                       \
  }
constinit Ostream out = OSTREAM(F::fmtflags());
constinit Ostream error = OSTREAM(F::unitbuf);
constinit Ostream log = OSTREAM(F::fmtflags());
constinit Istream in = {
    istream_table + 3,
    0,
    {.functions = istream_table + 8, .flags = F::skipws | F::dec, .buffer = &input}};

static bool is_standard(const void* stream) {
  if (stream != &out && stream != &error && stream != &log) return false;
  return static_cast<const Ostream*>(stream)->base.buffer == &output;
}

// The stream to write to when the program writes to `stream`: null if nothing is to happen.
static ostream* heard(ostream& stream) {
  if (!is_standard(&stream)) return &stream;
  if (!__overtake_shows_output()) return nullptr;
  alignas(ostream) static thread_local char places[3][sizeof(ostream)];
  static thread_local bool made[3];
  const void* address = &stream;
  const int which = address == &out ? 0 : address == &error ? 1 : 2;
  if (!made[which]) {
    new (places[which]) ostream(reinterpret_cast<std::streambuf*>(&output));
    made[which] = true;
  }
  return reinterpret_cast<ostream*>(places[which]);
}

// What std::ostream::sentry consists of.
struct Sentry {
  bool ok;
  ostream* stream;
};

}  // namespace overtake

using overtake::heard;

#define SYMBOL(result, name, symbol, ...)   \
  result name(__VA_ARGS__) __asm__(symbol); \
  result name(__VA_ARGS__)

SYMBOL(void, sentry, "_ZNSo6sentryC1ERSo", overtake::Sentry* self, ostream& stream) {
  self->ok = false;
  self->stream = &stream;
  if (overtake::is_standard(&stream) && !__overtake_shows_output()) return;
  if (stream.tie() != nullptr && stream.good()) stream.tie()->flush();
  if (stream.good())
    self->ok = true;
  else if (stream.bad())
    stream.setstate(std::ios_base::failbit);
}
SYMBOL(void, end_sentry, "_ZNSo6sentryD1Ev", overtake::Sentry* self) {
  if (!self->ok || !(self->stream->flags() & std::ios_base::unitbuf)) return;
  if (std::uncaught_exceptions() > 0 || self->stream->rdbuf() == nullptr) return;
  if (self->stream->rdbuf()->pubsync() == -1) self->stream->setstate(std::ios_base::badbit);
}

struct Ready : overtake::Sentry {
  explicit Ready(ostream& stream) { sentry(this, stream); }
  ~Ready() { end_sentry(this); }
};

// Numbers: ostream& ostream::operator<<(T) ends in _M_insert, which is the headers'.
#define INSERT(type, letter, wide, wide_letter)                                                \
  ostream& insert_##letter(ostream&, wide) __asm__("_ZNSo9_M_insertI" #wide_letter "EERSoT_"); \
  SYMBOL(ostream&, number_##letter, "_ZNSolsE" #letter, ostream& stream, type value) {         \
    if (ostream* to = heard(stream)) insert_##letter(*to, value);                              \
    return stream;                                                                             \
  }
INSERT(bool, b, bool, b)
INSERT(unsigned short, t, unsigned long, m)
INSERT(unsigned int, j, unsigned long, m)
INSERT(long, l, long, l)
INSERT(unsigned long, m, unsigned long, m)
INSERT(long long, x, long long, x)
INSERT(unsigned long long, y, unsigned long long, y)
INSERT(float, f, double, d)
INSERT(double, d, double, d)
INSERT(long double, e, long double, e)
INSERT(const void*, PKv, const void*, PKv)

// In octal and hexadecimal these have no sign.
#define INSERT_SIGNED(type, letter)                                                             \
  SYMBOL(ostream&, number_##letter, "_ZNSolsE" #letter, ostream& stream, type value) {          \
    if (ostream* to = heard(stream)) {                                                          \
      const auto base = to->flags() & std::ios_base::basefield;                                 \
      const bool bits = base == std::ios_base::oct || base == std::ios_base::hex;               \
      insert_l(*to, bits ? static_cast<long>(static_cast<unsigned type>(value)) : long{value}); \
    }                                                                                           \
    return stream;                                                                              \
  }
INSERT_SIGNED(short, s)
INSERT_SIGNED(int, i)

static void fill(ostream& to, std::streamsize count) {
  for (; count > 0; --count)
    if (to.rdbuf()->sputc(to.fill()) == std::char_traits<char>::eof()) {
      to.setstate(std::ios_base::badbit);
      return;
    }
}
static void write(ostream& to, const char* text, std::streamsize length) {
  if (to.rdbuf()->sputn(text, length) != length) to.setstate(std::ios_base::badbit);
}
static void insert(ostream& to, const char* text, std::streamsize length) {
  const std::streamsize padding = to.width() - length;
  const bool left = (to.flags() & std::ios_base::adjustfield) == std::ios_base::left;
  if (!left) fill(to, padding);
  if (to.good()) write(to, text, length);
  if (left && to.good()) fill(to, padding);
  to.width(0);
}
// Sets a bit of the state without the exception that clear throws: another one is on its way.
static void note(ostream& to, std::ios_base::iostate bit) {
  struct Access : std::ios {
    using std::ios::_M_setstate;
  };
  (to.*static_cast<void (std::ios::*)(std::ios_base::iostate)>(&Access::_M_setstate))(bit);
}
SYMBOL(ostream&, insert_text,
       "_ZSt16__ostream_insertIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_PKS3_l",
       ostream& stream, const char* text, std::streamsize length) {
  ostream* to = heard(stream);
  if (to == nullptr) return stream;
  Ready ready(*to);
  if (!ready.ok) return stream;
  try {
    insert(*to, text, length);
  } catch (__cxxabiv1::__forced_unwind&) {
    note(*to, std::ios_base::badbit);
    throw;
  } catch (...) {
    note(*to, std::ios_base::badbit);
  }
  return stream;
}

// Strings: not even their ends are looked for if nothing is shown.
static ostream& insert_string(ostream& stream, const char* text) {
  ostream* to = heard(stream);
  if (to == nullptr) return stream;
  if (text == nullptr)
    to->setstate(std::ios_base::badbit);
  else
    insert_text(*to, text, static_cast<std::streamsize>(std::char_traits<char>::length(text)));
  return stream;
}
#define TEXT(name, type)                                                              \
  SYMBOL(ostream&, name, "_ZStlsISt11char_traitsIcEERSt13basic_ostreamIcT_ES5_" type, \
         ostream& stream, const char* text) {                                         \
    return insert_string(stream, text);                                               \
  }
TEXT(text, "PKc")
TEXT(signed_text, "PKa")
TEXT(unsigned_text, "PKh")

// std::hex, std::setw(n) and their kin.
SYMBOL(ostream&, apply, "_ZNSolsEPFRSoS_E", ostream& stream, ostream& (*change)(ostream&)) {
  return change(stream);
}
SYMBOL(ostream&, apply_ios, "_ZNSolsEPFRSt9basic_iosIcSt11char_traitsIcEES4_E", ostream& stream,
       std::ios& (*change)(std::ios&)) {
  if (ostream* to = heard(stream)) change(*to);
  return stream;
}
SYMBOL(ostream&, apply_base, "_ZNSolsEPFRSt8ios_baseS0_E", ostream& stream,
       std::ios_base& (*change)(std::ios_base&)) {
  if (ostream* to = heard(stream)) change(*to);
  return stream;
}
#define MANIPULATOR(name, symbol, type, change)                                            \
  SYMBOL(ostream&, name, "_ZStlsIcSt11char_traitsIcEERSt13basic_ostreamIT_T0_ES6_" symbol, \
         ostream& stream, std::type m) {                                                   \
    if (ostream* to = heard(stream)) change;                                               \
    return stream;                                                                         \
  }
MANIPULATOR(width, "St5_Setw", _Setw, to->width(m._M_n))
MANIPULATOR(precision, "St13_Setprecision", _Setprecision, to->precision(m._M_n))
MANIPULATOR(filling, "St8_SetfillIS3_E", _Setfill<char>, to->fill(m._M_c))
MANIPULATOR(flags, "St12_Setiosflags", _Setiosflags, to->setf(m._M_mask))
MANIPULATOR(reset, "St14_Resetiosflags", _Resetiosflags,
            to->setf(std::ios_base::fmtflags(), m._M_mask))
MANIPULATOR(base, "St8_Setbase", _Setbase,
            to->setf(m._M_base == 8    ? std::ios_base::oct
                     : m._M_base == 10 ? std::ios_base::dec
                     : m._M_base == 16 ? std::ios_base::hex
                                       : std::ios_base::fmtflags(),
                     std::ios_base::basefield))
