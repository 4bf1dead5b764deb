/* printf and strtod convert exactly: every digit, every rounding, long double and hexadecimal. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "check.h"
static char text[6000];
static void mix_text(void) {
  for (char* p = text; *p; ++p) mix((unsigned char)*p);
}
static void mix_long(long double x) {
  unsigned char bytes[10];
  memcpy(bytes, &x, 10);
  for (int i = 0; i < 10; ++i) mix(bytes[i]);
}
int main(void) {
  static const double values[] = {0, -0.0, 1, 0.1, 2.5, 1e23, 5e-324, 1.7976931348623157e308, 0.5, 9.995,
                                  123456.789, -3.75e-5, 1 / 3.0, 1e15, 999998.5};
  static const char* formats[] = {"%f", "%.0f", "%e", "%g", "%a", "%.20e", "%+10.3f", "%-12g|", "%#.0f",
                                  "%012.4e", "%.400f", "% G", "%.3a", "%.17g", "%#g"};
  for (int i = 0; i < 15; ++i)
    for (int k = 0; k < 15; ++k) mix(snprintf(text, sizeof text, formats[k], values[i])), mix_text();
  mix(sprintf(text, "%Lf %Le %La %.30Lg %Lf", 1e-4940L, 1e4000L, 0.1L, 1 / 3.0L, 0x1p100L)), mix_text();
  mix(snprintf(text, 10, "%f", 1e300)), mix_text();
  mix(sprintf(text, "%.3s|%s|%hhd|%hn", (char*)0, (char*)0, 300, (short*)(text + 5000))), mix_text();
  static const char* numbers[] = {"1", "0.1", "1e23", "8.5e-324", "2.4703282292062327e-324", "1e400", "-1e-400",
      "0x1.8p3", "0x.8", "inf", "-infinity", "9007199254740993", "9007199254740992.99999999999999999999999999",
      "1.7976931348623158e308", "1.7976931348623159e308", ".5e1x", "e5", "  12.5", "0x1p-1080", "1e", "3.",
      "123456789012345678901234567890123456789012345678901234567890e-60"};
  for (int i = 0; i < 22; ++i) {
    char* end;
    errno = 0;
    mix_double(strtod(numbers[i], &end)), mix(end - numbers[i]), mix(errno == ERANGE && numbers[i][1] == 'e');
    mix_double(strtof(numbers[i], &end)), mix(end - numbers[i]);
    mix_long(strtold(numbers[i], &end)), mix(end - numbers[i]);
  }
  return done();
}
