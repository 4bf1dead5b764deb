/* sscanf and its kin: all of C11's conversions but wide characters. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>

#include "internal.h"

#define EOF (-1)
#define NUMBER 512 /* characters of a number that are looked at */

enum size { kChar, kShort, kInt, kLong, kLongDouble };

static void store_integer(va_list* arguments, enum size size, uint64_t value) {
  switch (size) {
    case kChar: *va_arg(*arguments, unsigned char*) = (unsigned char)value; break;
    case kShort: *va_arg(*arguments, unsigned short*) = (unsigned short)value; break;
    case kInt: *va_arg(*arguments, unsigned*) = (unsigned)value; break;
    default: *va_arg(*arguments, uint64_t*) = value; break;
  }
}

static int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  c |= 32;
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

/* How many characters at `at`, of at most `limit`, can begin an integer. */
static size_t integer_prefix(const char* at, size_t limit, int base) {
  size_t n = 0;
  if (n < limit && (at[n] == '-' || at[n] == '+')) ++n;
  if (n < limit && at[n] == '0' && (base == 0 || base == 16)) {
    ++n;
    if (n < limit && (at[n] | 32) == 'x') {
      ++n;
      base = 16;
    } else if (base == 0) {
      base = 8;
    }
  }
  if (base == 0) base = 10;
  while (n < limit && digit(at[n]) < base) ++n;
  return n;
}

static size_t word_prefix(const char* at, size_t limit, const char* word) {
  size_t n = 0;
  while (n < limit && word[n] != '\0' && (at[n] | 32) == word[n]) ++n;
  return n;
}

static size_t float_prefix(const char* at, size_t limit) {
  size_t n = 0;
  if (n < limit && (at[n] == '-' || at[n] == '+')) ++n;
  const size_t word = word_prefix(at + n, limit - n, "infinity");
  if (word >= 3) return n + (word == 8 ? 8 : 3);
  if (word_prefix(at + n, limit - n, "nan") == 3) return n + 3;
  int base = 10;
  if (n + 1 < limit && at[n] == '0' && (at[n + 1] | 32) == 'x') {
    n += 2;
    base = 16;
  }
  int point = 0;
  for (; n < limit; ++n) {
    if (at[n] == '.' && !point)
      point = 1;
    else if (digit(at[n]) >= base)
      break;
  }
  const char letter = base == 16 ? 'p' : 'e';
  if (n < limit && (at[n] | 32) == letter) {
    ++n;
    if (n < limit && (at[n] == '-' || at[n] == '+')) ++n;
    while (n < limit && at[n] >= '0' && at[n] <= '9') ++n;
  }
  return n;
}

/* Whether c is in the set that starts after the bracket at `set`. */
static int in_set(const char* set, char c) {
  const int negated = *set == '^';
  if (negated) ++set;
  int found = 0;
  for (int first = 1; first || *set != ']'; first = 0, ++set) {
    if (*set == '\0') break;
    if (set[1] == '-' && set[2] != ']' && set[2] != '\0') {
      found |= (unsigned char)c >= (unsigned char)set[0] && (unsigned char)c <= (unsigned char)set[2];
      set += 2;
    } else {
      found |= *set == c;
    }
  }
  return found != negated;
}

static const char* after_set(const char* set) {
  if (*set == '^') ++set;
  if (*set == ']') ++set;
  while (*set != '\0' && *set != ']') ++set;
  return set;
}

int vsscanf(const char* restrict text, const char* restrict format, va_list list) {
  va_list arguments;
  va_copy(arguments, list);
  const char* at = text;
  int converted = 0;
  for (; *format != '\0'; ++format) {
    if (isspace((unsigned char)*format)) {
      while (isspace((unsigned char)*at)) ++at;
      continue;
    }
    if (*format != '%') {
      if (*at != *format) goto over;
      ++at;
      continue;
    }
    ++format;
    const int dropped = *format == '*';
    if (dropped) ++format;
    size_t width = 0;
    for (; *format >= '0' && *format <= '9'; ++format) width = width * 10 + (size_t)(*format - '0');
    enum size size = kInt;
    for (int more = 1; more;) {
      switch (*format) {
        case 'h': size = size == kShort ? kChar : kShort; ++format; break;
        case 'l': case 'q': case 'j': case 'z': case 't': size = kLong; ++format; break;
        case 'L': size = kLongDouble; ++format; break;
        default: more = 0;
      }
    }
    const char conversion = *format;
    if (conversion == 'n') {
      if (!dropped) store_integer(&arguments, size, (uint64_t)(at - text));
      continue;
    }
    if (conversion != 'c' && conversion != '[')
      while (isspace((unsigned char)*at)) ++at;
    if (conversion == '%') {
      if (*at != '%') goto over;
      ++at;
      continue;
    }
    if (*at == '\0') {
      if (converted == 0) converted = EOF;
      goto over;
    }
    switch (conversion) {
      case 'd': case 'u': case 'i': case 'x': case 'X': case 'o': case 'p': {
        const int base = conversion == 'i' ? 0 : conversion == 'o' ? 8 : conversion == 'd' || conversion == 'u' ? 10 : 16;
        char number[NUMBER];
        size_t n = integer_prefix(at, width != 0 && width < NUMBER ? width : NUMBER - 1, base);
        __builtin_memcpy(number, at, n);
        number[n] = '\0';
        char* end;
        const uint64_t value = conversion == 'd' || conversion == 'i' ? (uint64_t)strtol(number, &end, base)
                                                                      : strtoul(number, &end, base);
        if (end == number) goto over;
        at += end - number;
        if (!dropped) store_integer(&arguments, conversion == 'p' ? kLong : size, value);
        break;
      }
      case 'a': case 'A': case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': {
        char number[NUMBER];
        const size_t n = float_prefix(at, width != 0 && width < NUMBER ? width : NUMBER - 1);
        __builtin_memcpy(number, at, n);
        number[n] = '\0';
        char* end;
        const long double value = size == kLongDouble ? strtold(number, &end)
                                  : size == kLong     ? strtod(number, &end)
                                                      : strtof(number, &end);
        if (end == number || (size_t)(end - number) != n) goto over;
        at += n;
        if (dropped) break;
        if (size == kLongDouble) *va_arg(arguments, long double*) = value;
        else if (size == kLong) *va_arg(arguments, double*) = (double)value;
        else *va_arg(arguments, float*) = (float)value;
        break;
      }
      case 's': case '[': case 'c': {
        if (size == kLong) __overtake_fail("abort", "scanf of wide characters is not modelled");
        char* out = dropped ? NULL : va_arg(arguments, char*);
        if (width == 0) width = conversion == 'c' ? 1 : SIZE_MAX;
        size_t n = 0;
        for (; n < width && at[n] != '\0'; ++n) {
          if (conversion == 's' && isspace((unsigned char)at[n])) break;
          if (conversion == '[' && !in_set(format + 1, at[n])) break;
          if (out != NULL) out[n] = at[n];
        }
        if (conversion == '[') format = after_set(format + 1);
        if (n == 0 || (conversion == 'c' && n < width)) goto over;
        if (out != NULL && conversion != 'c') out[n] = '\0';
        at += n;
        break;
      }
      default: __overtake_fail("abort", "scanf: a conversion that is not modelled in the format");
    }
    if (!dropped) ++converted;
  }
over:
  va_end(arguments);
  return converted;
}

int sscanf(const char* restrict text, const char* restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = vsscanf(text, format, arguments);
  va_end(arguments);
  return n;
}

int __isoc99_vsscanf(const char* restrict text, const char* restrict format, va_list arguments) {
  return vsscanf(text, format, arguments);
}

int __isoc99_sscanf(const char* restrict text, const char* restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int n = vsscanf(text, format, arguments);
  va_end(arguments);
  return n;
}
