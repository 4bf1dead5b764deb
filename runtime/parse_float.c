/* strtod and its kin: decimal and hexadecimal numbers, correctly rounded; infinity and NaN. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

#include "decimal.h"

static int hexadecimal(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/* Whether `text` continues with `word`, in any case. */
static int has_word(const char* text, const char* word) {
  for (; *word != '\0'; ++text, ++word)
    if ((*text | 32) != *word) return 0;
  return 1;
}

/* The exponent after a letter, if there is one; `*at` moves past it. */
static long take_exponent(const char** at) {
  const char* p = *at + 1;
  const int minus = *p == '-';
  if (*p == '-' || *p == '+') ++p;
  if (*p < '0' || *p > '9') return 0;
  long value = 0;
  for (; *p >= '0' && *p <= '9'; ++p)
    if (value < 1000000) value = value * 10 + (*p - '0');
  *at = p;
  return minus ? -value : value;
}

static wide take_hexadecimal(int format, int negative, const char** text) {
  const char* at = *text;
  wide significand = 0;
  long exponent = 126;
  int sticky = 0, after_point = 0;
  for (;; ++at) {
    if (*at == '.' && !after_point) {
      after_point = 1;
      continue;
    }
    const int digit = hexadecimal(*at);
    if (digit < 0) break;
    if (significand >> 120 == 0) {
      significand = significand << 4 | (wide)digit;
      if (after_point) exponent -= 4;
    } else {
      sticky |= digit != 0;
      if (!after_point) exponent += 4;
    }
  }
  if (*at == 'p' || *at == 'P') exponent += take_exponent(&at);
  *text = at;
  if (exponent > 1 << 20) exponent = 1 << 20;
  if (exponent < -(1 << 20)) exponent = -(1 << 20);
  return __overtake_float_assemble(format, negative, (int)exponent, significand | (wide)sticky);
}

static wide take_decimal(int format, int negative, const char** text) {
  const char* at = *text;
  long length = 0;
  while ((at[length] >= '0' && at[length] <= '9') || at[length] == '.') ++length;
  char digits[length + 1]; /* numbers, not characters */
  long count = 0, point = -1;
  for (; (*at >= '0' && *at <= '9') || (*at == '.' && point < 0); ++at) {
    if (*at == '.')
      point = count;
    else
      digits[count++] = (char)(*at - '0');
  }
  if (point < 0) point = count;
  if (*at == 'e' || *at == 'E') point += take_exponent(&at);
  *text = at;
  return __overtake_nearest(format, negative, digits, count, point);
}

static int is_class(int format, wide value, unsigned classes) {
  return (__overtake_float_class(format, value) & classes) != 0;
}

static wide parse(int format, const char* text, char** end) {
  const char* at = text;
  while (isspace((unsigned char)*at)) ++at;
  const int negative = *at == '-';
  if (*at == '-' || *at == '+') ++at;
  wide value;
  if (has_word(at, "inf")) {
    value = __overtake_float_assemble(format, negative, 1 << 20, 1);
    at += has_word(at, "infinity") ? 8 : 3;
    if (end != NULL) *end = (char*)at;
    return value;
  }
  if (has_word(at, "nan")) {
    at += 3;
    if (*at == '(') {
      const char* close = at + 1;
      while (isalnum((unsigned char)*close) || *close == '_') ++close;
      if (*close == ')') at = close + 1;
    }
    if (end != NULL) *end = (char*)at;
    const wide infinity = __overtake_float_assemble(format, 0, 1 << 20, 1);
    value = __overtake_float_subtract(format, infinity, infinity); /* negative */
    const wide sign = __overtake_float_assemble(format, 1, 0, 0);
    return negative ? value : value ^ sign;
  }
  const int prefix = at[0] == '0' && (at[1] | 32) == 'x' &&
                     (hexadecimal(at[2]) >= 0 || (at[2] == '.' && hexadecimal(at[3]) >= 0));
  const int digits = (*at >= '0' && *at <= '9') || (*at == '.' && at[1] >= '0' && at[1] <= '9');
  if (!prefix && !digits) {
    if (end != NULL) *end = (char*)text;
    return 0;
  }
  if (prefix) at += 2;
  value = prefix ? take_hexadecimal(format, negative, &at) : take_decimal(format, negative, &at);
  if (end != NULL) *end = (char*)at;
  if (is_class(format, value, 4 | 512)) errno = ERANGE;
  return value;
}

double strtod(const char* restrict text, char** restrict end) {
  const uint64_t bits = (uint64_t)parse(OVERTAKE_DOUBLE, text, end);
  double value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

float strtof(const char* restrict text, char** restrict end) {
  const uint32_t bits = (uint32_t)parse(OVERTAKE_FLOAT, text, end);
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

long double strtold(const char* restrict text, char** restrict end) {
  const wide bits = parse(OVERTAKE_EXTENDED, text, end);
  union {
    long double value;
    struct {
      uint64_t significand;
      uint16_t top;
    };
  } u = {0};
  u.significand = (uint64_t)bits;
  u.top = (uint16_t)(bits >> 64);
  return u.value;
}

double atof(const char* text) { return strtod(text, NULL); }
