// string.h, stdio.h and stdlib.h of runtime/ against the processor's: text, formats, numbers,
// sorting.
#include <fmt/format.h>

#include "fuzz/native_writer.h"

namespace overtake::fuzz {
namespace {

std::string text(Writer& w, unsigned longest) {
  static constexpr std::string_view kAlphabet = "abcABC012 ,.-%xyz";
  std::string s;
  for (unsigned n = w.random.below(longest + 1); n-- > 0;)
    s += kAlphabet[w.random.below(static_cast<std::uint32_t>(kAlphabet.size()))];
  return s;
}

// A conversion and an argument for it.
void formatted(Writer& w) {
  std::string format, arguments;
  for (unsigned n = w.random.between(1, 4); n-- > 0;) {
    if (w.random.chance(40)) format += w.random.chance(10) ? "%%" : "ab:";
    format += '%';
    for (char flag : {'-', '+', ' ', '#', '0'})
      if (w.random.chance(15)) format += flag;
    if (w.random.chance(40)) format += std::to_string(w.random.below(18));
    if (w.random.chance(40)) format += fmt::format(".{}", w.random.below(14));
    struct Row {
      std::string_view conversions, length, type;
    };
    static constexpr Row kRows[] = {{"dixXou", "", "i32"},   {"dixXou", "l", "i64"},
                                    {"dixXou", "hh", "i8"},  {"dixXou", "h", "i16"},
                                    {"dixXou", "ll", "u64"}, {"dixXou", "z", "u64"}};
    static constexpr std::string_view kFloats = "feEgGaA";
    switch (w.random.below(6)) {
      case 0:
        format += 's';
        arguments += fmt::format(", \"{}\"", text(w, 10));
        break;
      case 1:
        format += 'c';
        arguments += fmt::format(", {}", w.random.between(32, 126));
        break;
      case 2: {
        format += kFloats[w.random.below(7)];
        arguments += ", " + w.float_number({"double", "", ""});
        break;
      }
      case 3: {
        format += 'L';
        format += kFloats[w.random.below(7)];
        arguments += ", " + w.float_number({"long double", "l", ""});
        break;
      }
      default: {
        const Row& r = w.one_of(kRows);
        format += r.length;
        format += r.conversions[w.random.below(6)];
        arguments += ", " + w.number(integer_type_named(r.type));
      }
    }
  }
  // The sign of a NaN is not specified: NaNs are left to one test of their own.
  if (arguments.find("nan") != std::string::npos || arguments.find("/ 0") != std::string::npos)
    return;
  const unsigned size = w.random.chance(20) ? w.random.below(12) : 400;
  w.statement(
      fmt::format("{{ char t_[400] = \"\"; mix(snprintf(t_, {}, \"{}\"{})); mix_text(t_); }}", size,
                  format, arguments));
}

void searching(Writer& w) {
  const std::string a = text(w, 20), b = text(w, 3);
  static constexpr std::string_view kTexts[] = {
      // NOLINTNEXTLINE(bugprone-suspicious-missing-comma): one program
      "{{ const char *a_ = \"{0}\", *b_ = \"{1}\", *r_ = strstr(a_, b_); mix(r_ ? r_ - a_ : -1); "
      "}}",
      "{{ const char *a_ = \"{0}\", *r_ = strchr(a_, 'a'); mix(r_ ? r_ - a_ : -1); r_ = "
      "strrchr(a_, 'b'); mix(r_ ? r_ - a_ : -1); }}",
      "mix(strspn(\"{0}\", \"abc{1}\")); mix(strcspn(\"{0}\", \"xyz{1}\"));",
      "{{ const char *a_ = \"{0}\", *r_ = strpbrk(a_, \"z{1}\"); mix(r_ ? r_ - a_ : -1); "
      "mix(strlen(a_)); mix(strnlen(a_, 5)); }}",
      "{{ int r_ = strcmp(\"{0}\", \"{1}\"); mix(r_ < 0); mix(r_ == 0); r_ = strncmp(\"{0}\", "
      "\"{1}\", 2); mix(r_ > 0); }}",
      "{{ char t_[60] = \"{1}\"; strcat(t_, \"{0}\"); mix_text(t_); strncat(t_, \"{0}\", 3); "
      "mix_text(t_); strcpy(t_ + 1, \"{1}\"); mix_text(t_); }}",
      "{{ char t_[30]; strncpy(t_, \"{0}\", 29); t_[29] = 0; for (char* p_ = strtok(t_, \" ,.\"); "
      "p_; p_ = strtok(0, \" ,.\")) mix_text(p_); }}",
      "{{ char t_[30] = \"{0}\"; for (int i_ = 0; t_[i_]; ++i_) {{ t_[i_] = toupper(t_[i_]); "
      "mix(isalpha(t_[i_]) != 0); mix(isdigit(t_[i_]) != 0); mix(ispunct(t_[i_]) != 0); }} "
      "mix_text(t_); }}",
      "{{ u8 *p_ = memchr(\"{0}\", 'x', {2}); mix(p_ != 0); mix(strcasecmp(\"{0}\", \"{1}\") == "
      "0); }}"};
  w.statement(fmt::format(fmt::runtime(w.one_of(kTexts)), a, b, a.size()));
}

void numbers(Writer& w) {
  static constexpr std::string_view kNumbers[] = {"0",
                                                  "-12x",
                                                  "  +77",
                                                  "0x1fG",
                                                  "0755",
                                                  "99999999999999999999",
                                                  "-9223372036854775809",
                                                  "",
                                                  "zz",
                                                  "1e3",
                                                  "-0.125e-2q",
                                                  ".5.",
                                                  "1e309",
                                                  "0x1.8p-3",
                                                  "-inf",
                                                  "4294967296",
                                                  "08",
                                                  "-0",
                                                  "12345678901234567890",
                                                  "3.4028236e38",
                                                  "1.4e-45"};
  const std::string_view n = w.one_of(kNumbers);
  static constexpr unsigned kBases[] = {0, 10, 16, 8, 2, 36};
  switch (w.random.below(5)) {
    case 0:
      w.statement(fmt::format(
          "{{ char* e_; const char* t_ = \"{}\"; mix(strtol(t_, &e_, {})); mix(e_ - t_); }}", n,
          w.one_of(kBases)));
      break;
    case 1:
      w.statement(fmt::format(
          "{{ char* e_; const char* t_ = \"{}\"; mix(strtoul(t_, &e_, {})); mix(e_ - t_); }}", n,
          w.one_of(kBases)));
      break;
    case 2:
      w.statement(
          fmt::format("{{ char* e_; const char* t_ = \"{}\"; mix_double(strtod(t_, &e_)); mix(e_ - "
                      "t_); mix_float(strtof(t_, 0)); mix_long(strtold(t_, 0)); }}",
                      n));
      break;
    case 3:
      w.statement(fmt::format("mix(atoi(\"{}\")); mix(llabs(-{}));", w.random.below(100000),
                              w.random.below(1000)));
      break;
    default: {
      const std::string input =
          fmt::format("{} {} {:x} word {}.5e1", static_cast<int>(w.random.below(2000)) - 1000,
                      w.random.below(100), w.random.below(5000), w.random.below(50));
      switch (w.random.below(4)) {
        case 0:
          w.statement(
              fmt::format("{{ int d_ = -1; u32 u_ = 7, x_ = 8; char s_[20] = \"\"; double f_ = 0; "
                          "mix(sscanf(\"{}\", \"%d %u %x %9s %lf\", &d_, &u_, &x_, s_, &f_)); "
                          "mix(d_); mix(u_); mix(x_); mix_text(s_); mix_double(f_); }}",
                          input));
          break;
        case 1:
          w.statement(
              fmt::format("{{ long d_ = -1; u8 u_ = 7; u16 x_ = 8; char s_[20] = \"\"; int n_ = 0; "
                          "mix(sscanf(\"{}\", \"%3li%hhu %hx %4[a-v]%n\", &d_, &u_, &x_, s_, "
                          "&n_)); mix(d_); mix(u_); mix(x_); mix_text(s_); mix(n_); }}",
                          input));
          break;
        case 2:
          w.statement(
              fmt::format("{{ u32 u_ = 7; char s_[20] = \"\"; float f_ = 1; mix(sscanf(\"{}\", "
                          "\"%*d %u %*x %2c%*s %f\", &u_, s_, &f_)); "
                          "mix(u_); mix_text(s_); mix_float(f_); }}",
                          input));
          break;
        default:
          w.statement(fmt::format(
              "{{ int a_ = 1, b_ = 2; mix(sscanf(\"{}\", \"%d,%d\", &a_, &b_)); mix(a_); mix(b_); "
              "mix(sscanf(\"\", \"%d\", &a_)); mix(sscanf(\"x\", \"%d\", &a_)); }}",
              input));
      }
    }
  }
}

void sorting(Writer& w) {
  const unsigned n = w.random.between(1, 9);
  const std::string f = w.name("compare");
  w.global(
      fmt::format("static int {}(const void* a, const void* b) {{ i32 x = *(const i32*)a, y = "
                  "*(const i32*)b; return (x > y) - (x < y); }}",
                  f));
  std::string list;
  for (unsigned k = 0; k < n; ++k)
    list += fmt::format("{}, ", static_cast<int>(w.random.below(50)) - 25);
  w.statement(
      fmt::format("{{ i32 a_[] = {{ {0} }}, k_ = {2}; qsort(a_, {1}, 4, {3}); for (int i_ = 0; i_ "
                  "< {1}; ++i_) mix(a_[i_]); "
                  "i32* r_ = bsearch(&k_, a_, {1}, 4, {3}); mix(r_ != 0 && *r_ == k_); }}",
                  list, n, static_cast<int>(w.random.below(50)) - 25, f));
}

}  // namespace

void native_strings(Writer& w) {
  const unsigned count = w.random.between(4, 9);
  for (unsigned k = 0; k < count; ++k) {
    switch (w.random.below(6)) {
      case 0:
      case 1:
      case 2:
        formatted(w);
        break;
      case 3:
        searching(w);
        break;
      case 4:
        numbers(w);
        break;
      default:
        sorting(w);
    }
  }
}

}  // namespace overtake::fuzz
