/* math.h for long double: what can be computed exactly. The transcendental functions are not here:
 * nothing says what their last bits are. */
#define _GNU_SOURCE
#include <limits.h>
#include <math.h>

#include "softfloat.h"

union parts {
  long double value;
  struct {
    uint64_t significand;
    uint16_t top; /* sign and exponent */
  };
};

static wide bits_of(long double x) {
  const union parts u = {x};
  return (wide)u.top << 64 | u.significand;
}

static long double value_of(wide bits) {
  union parts u = {0};
  u.significand = (uint64_t)bits;
  u.top = (uint16_t)(bits >> 64);
  return u.value;
}

static long double rounded(int mode, long double x) {
  return value_of(__overtake_float_round(OVERTAKE_EXTENDED, mode, bits_of(x)));
}

long double truncl(long double x) { return rounded(OVERTAKE_TRUNC, x); }
long double floorl(long double x) { return rounded(OVERTAKE_FLOOR, x); }
long double ceill(long double x) { return rounded(OVERTAKE_CEIL, x); }
long double roundl(long double x) { return rounded(OVERTAKE_ROUND, x); }
long double roundevenl(long double x) { return rounded(OVERTAKE_EVEN, x); }
long double rintl(long double x) { return rounded(OVERTAKE_EVEN, x); }
long double nearbyintl(long double x) { return rounded(OVERTAKE_EVEN, x); }
long lroundl(long double x) { return (long)roundl(x); }
long long llroundl(long double x) { return (long long)roundl(x); }
long lrintl(long double x) { return (long)rintl(x); }
long long llrintl(long double x) { return (long long)rintl(x); }

long double sqrtl(long double x) {
  return value_of(__overtake_float_sqrt(OVERTAKE_EXTENDED, bits_of(x)));
}

long double fmodl(long double x, long double y) {
  return value_of(__overtake_float_remainder(OVERTAKE_EXTENDED, bits_of(x), bits_of(y)));
}

long double fabsl(long double x) { return __builtin_fabsl(x); }
long double copysignl(long double x, long double y) { return __builtin_copysignl(x, y); }

/* As glibc's for double: of two zeroes the first. */
long double fminl(long double x, long double y) {
  return x <= y || y != y ? x : y;
}

long double fmaxl(long double x, long double y) {
  return x >= y || y != y ? x : y;
}

long double fdiml(long double x, long double y) {
  return x != x || y != y ? x + y : x > y ? x - y : 0;
}

long double frexpl(long double x, int* exponent) {
  *exponent = 0;
  if (x == 0 || __builtin_isinf(x) || x != x) return x + x;
  union parts u = {x};
  if ((u.top & 0x7fff) == 0) { /* subnormal */
    u.value *= 0x1p64L;
    *exponent = -64;
  }
  *exponent += (u.top & 0x7fff) - 16382;
  u.top = (uint16_t)((u.top & 0x8000) | 16382);
  return u.value;
}

/* x * 2^n, rounded once. */
long double scalblnl(long double x, long n) {
  const union parts u = {x};
  const int raw = u.top & 0x7fff;
  if (raw == 0x7fff || u.significand == 0) return x;
  if (n > 40000) n = 40000;
  if (n < -40000) n = -40000;
  const int exponent = (raw == 0 ? 1 : raw) - 16383 + (int)n;
  return value_of(__overtake_float_assemble(OVERTAKE_EXTENDED, u.top >> 15, exponent,
                                            (wide)u.significand << 63));
}

long double scalbnl(long double x, int n) { return scalblnl(x, n); }
long double ldexpl(long double x, int n) { return scalblnl(x, n); }

long double modfl(long double x, long double* integer) {
  *integer = truncl(x);
  return __builtin_copysignl(__builtin_isinf(x) ? 0 : x - *integer, x);
}

int ilogbl(long double x) {
  if (x == 0) return FP_ILOGB0;
  if (x != x) return FP_ILOGBNAN;
  if (__builtin_isinf(x)) return INT_MAX;
  int exponent;
  frexpl(x, &exponent);
  return exponent - 1;
}

long double logbl(long double x) {
  if (x == 0) return -1 / fabsl(x);
  if (x != x || __builtin_isinf(x)) return x * x;
  return ilogbl(x);
}
