/* stdlib.h: integers and text. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "internal.h"

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
intmax_t imaxabs(intmax_t x) { return x < 0 ? -x : x; }
div_t div(int a, int b) { return (div_t){a / b, a % b}; }
ldiv_t ldiv(long a, long b) { return (ldiv_t){a / b, a % b}; }
lldiv_t lldiv(long long a, long long b) { return (lldiv_t){a / b, a % b}; }

static int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'z') return c - 'a' + 10;
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

/* The magnitude of the number at `text`, at most `limit` (or `negative_limit` after a minus sign;
 * beyond it errno says ERANGE), negated if there was a minus sign. */
static uint64_t parse(const char* text, char** end, int base, uint64_t limit,
                      uint64_t negative_limit) {
  const char* at = text;
  while (isspace((unsigned char)*at)) ++at;
  const int negative = *at == '-';
  if (*at == '-' || *at == '+') ++at;
  if ((base == 0 || base == 16) && at[0] == '0' && (at[1] == 'x' || at[1] == 'X') &&
      digit_of(at[2]) < 16) {
    at += 2;
    base = 16;
  } else if (base == 0) {
    base = *at == '0' ? 8 : 10;
  }
  const uint64_t largest = negative ? negative_limit : limit;
  uint64_t value = 0;
  int digits = 0;
  int overflow = 0;
  for (; digit_of(*at) < base; ++at, ++digits) {
    const uint64_t digit = (uint64_t)digit_of(*at);
    if (value > (largest - digit) / (uint64_t)base)
      overflow = 1;
    else
      value = value * (uint64_t)base + digit;
  }
  if (end != NULL) *end = (char*)(digits > 0 ? at : text);
  if (overflow) {
    errno = ERANGE;
    return largest; /* 2^63 is its own negative */
  }
  return negative ? 0 - value : value;
}

long strtol(const char* restrict text, char** restrict end, int base) {
  return (long)parse(text, end, base, LONG_MAX, (uint64_t)LONG_MAX + 1);
}

long long strtoll(const char* restrict text, char** restrict end, int base) {
  return (long long)parse(text, end, base, LLONG_MAX, (uint64_t)LLONG_MAX + 1);
}

unsigned long strtoul(const char* restrict text, char** restrict end, int base) {
  return parse(text, end, base, ULONG_MAX, ULONG_MAX);
}

unsigned long long strtoull(const char* restrict text, char** restrict end, int base) {
  return parse(text, end, base, ULLONG_MAX, ULLONG_MAX);
}

intmax_t strtoimax(const char* restrict text, char** restrict end, int base) {
  return strtoll(text, end, base);
}

uintmax_t strtoumax(const char* restrict text, char** restrict end, int base) {
  return strtoull(text, end, base);
}

int atoi(const char* text) { return (int)strtol(text, NULL, 10); }
long atol(const char* text) { return strtol(text, NULL, 10); }
long long atoll(const char* text) { return strtoll(text, NULL, 10); }
