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

/* In steps of what one multiplication can do without losing bits on the way. */
long double scalblnl(long double x, long n) {
  while (n > 16000) {
    if (x == 0 || __builtin_isinf(x) || x != x) return x;
    x *= 0x1p16000L;
    n -= 16000;
  }
  int exponent;
  const long double fraction = frexpl(x, &exponent);
  if (x == 0 || __builtin_isinf(x) || x != x) return x;
  if (n + exponent < -16600) return fraction * 0x1p-16382L * 0x1p-16382L;
  /* fraction * 2^(n + exponent): rounded once, in the last multiplication. */
  long power = n + exponent;
  long double result = fraction;
  if (power > 16383) {
    result *= 0x1p16383L;
    power -= 16383;
    while (power > 16000) {
      result *= 0x1p16000L;
      power -= 16000;
    }
  } else if (power < -16381) {
    union parts last = {1};
    last.top = (uint16_t)(16383 + power + 16381);
    return result * 0x1p-16381L * last.value;
  }
  union parts last = {1};
  last.top = (uint16_t)(16383 + power);
  return result * last.value;
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
