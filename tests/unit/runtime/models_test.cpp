// The formatting and the number parsing of the models against those of the C library that this test
// runs on.
#include <gtest/gtest.h>

#include <cerrno>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>

extern "C" {
int model_vsnprintf(char* out, std::size_t size, const char* format, va_list arguments);
long model_strtol(const char* text, char** end, int base);
unsigned long model_strtoul(const char* text, char** end, int base);
double model_strtod(const char* text, char** end);

// The only intrinsic that these models use.
[[noreturn]] void __overtake_fail(const char* kind, const char* message) {
  std::fprintf(stderr, "a model fails: %s: %s\n", kind, message);
  std::abort();
}
}

namespace {

void compare(const char* format, ...) {
  char expected[2048], found[2048];
  va_list first, second;
  va_start(first, format);
  va_copy(second, first);
  const int expected_length = std::vsnprintf(expected, sizeof expected, format, first);
  const int found_length = model_vsnprintf(found, sizeof found, format, second);
  va_end(first);
  va_end(second);
  EXPECT_STREQ(found, expected) << "format " << format;
  EXPECT_EQ(found_length, expected_length) << "format " << format;
}

const char* const kFlags[] = {"", "-", "+", " ", "0", "#", "-0", "+0", "#0"};
const char* const kWidths[] = {"", "1", "5", "12"};
const char* const kPrecisions[] = {"", ".0", ".1", ".3", ".10"};

template <class Visit>
void for_each_format(std::initializer_list<const char*> conversions, const Visit& visit) {
  for (const char* flags : kFlags)
    for (const char* width : kWidths)
      for (const char* precision : kPrecisions)
        for (const char* conversion : conversions)
          visit(std::string("[%") + flags + width + precision + conversion + "]");
}

TEST(Format, IntegersInEveryWay) {
  const std::int64_t values[] = {0,     1,          -1,          42,        -12345,   255,
                                 65535, 2147483647, -2147483648, INT64_MAX, INT64_MIN};
  for_each_format({"d", "i", "u", "x", "X", "o", "hhd", "hu", "ld", "llx", "zu"},
                  [&](const std::string& format) {
                    for (std::int64_t value : values) compare(format.c_str(), value);
                  });
}

TEST(Format, DoublesInEveryWay) {
  const double values[] = {0,     -0.0,    1,           -1,        0.5,     1.5,    2.5,
                           0.1,   0.25,    3.14159,     1e10,      1e-5,    1e-4,   123456,
                           1e100, 1234567, 0.000012345, 9.9999995, 1.7e308, 5e-324, 1e22,
                           99.95, 0.05,    HUGE_VAL,    -HUGE_VAL};
  for_each_format({"f", "e", "E"}, [&](const std::string& format) {
    for (double value : values) compare(format.c_str(), value);
  });
  for (const char* format :
       {"%g", "%G", "%.0g", "%.3g", "%12.10g", "%-12g|", "%+g", "%017g", "%#.3g"})
    for (double value : values) compare(format, value);
}

TEST(Format, RandomDoublesAreRoundedCorrectly) {
  std::mt19937_64 random(20240229);
  for (int i = 0; i < 20000; ++i) {
    const std::uint64_t bits = random();
    double value;
    std::memcpy(&value, &bits, sizeof value);
    if (value != value) continue;
    compare("%.15g", value);
    compare("%.17g", value);
    compare("%e", value);
    if (value < 1e30 && value > -1e30) compare("%.3f", value);
  }
}

TEST(Format, TextPointersAndStars) {
  compare("%s|%10s|%-10s|%.2s|%10.2s|%c|%5c|%-5c|%%", "abc", "def", "ghi", "jkl", "mno", 'x', 'y',
          'z');
  compare("%p %p", nullptr, reinterpret_cast<void*>(0x1234));
  compare("%*d %-*d %.*f %*d", 5, 42, 5, 42, 3, 2.5, -6, 7);
}

TEST(Format, SmallBuffersAreNeverOverrun) {
  char buffer[8];
  std::memset(buffer, '!', sizeof buffer);
  const auto print = [&](std::size_t size, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = model_vsnprintf(buffer, size, format, arguments);
    va_end(arguments);
    return length;
  };
  EXPECT_EQ(print(4, "%d", 1234567), 7);
  EXPECT_EQ(std::string(buffer, 8), std::string("123\0!!!!", 8));
  EXPECT_EQ(print(0, "%s", "nothing"), 7);
  EXPECT_EQ(buffer[0], '1');
}

TEST(Numbers, IntegersOfAllBases) {
  for (const char* text : {"0",
                           "42",
                           "-42",
                           "+7",
                           " \t12x",
                           "0x1f",
                           "0X1F",
                           "077",
                           "08",
                           "0x",
                           "",
                           "abc",
                           "zz",
                           "-",
                           "9223372036854775807",
                           "9223372036854775808",
                           "-9223372036854775808",
                           "-9223372036854775809",
                           "18446744073709551615",
                           "18446744073709551616"})
    for (int base : {0, 2, 8, 10, 16, 36}) {
      char *expected_end, *found_end;
      errno = 0;
      const long expected = std::strtol(text, &expected_end, base);
      const int expected_errno = errno;
      errno = 0;
      EXPECT_EQ(model_strtol(text, &found_end, base), expected) << text << " in base " << base;
      EXPECT_EQ(errno, expected_errno) << text << " in base " << base;
      EXPECT_EQ(found_end, expected_end) << text << " in base " << base;
      EXPECT_EQ(model_strtoul(text, nullptr, base), std::strtoul(text, nullptr, base)) << text;
    }
}

TEST(Numbers, Doubles) {
  for (const char* text : {"1e5", "3.25", "-0.5e-3", ".5", "5.", "1e", "x", "", "1e+2z", "-0"}) {
    char *expected_end, *found_end;
    EXPECT_EQ(model_strtod(text, &found_end), std::strtod(text, &expected_end)) << text;
    EXPECT_EQ(found_end, expected_end) << text;
  }
}

}  // namespace
