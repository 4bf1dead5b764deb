/* math.h for float and double: what takes numbers apart and puts them together, exactly. What is an
 * instruction (sqrt, floor, sin, ...) is not here. */
#define _GNU_SOURCE
#include <limits.h>
#include <math.h>

#include "softfloat.h"

/* x * 2^n, rounded once. `bits` has `precision` - 1 bits of fraction. */
static wide scaled(int format, uint64_t bits, int precision, int exponent_bits, long n) {
  const int fraction_bits = precision - 1;
  const int largest = (1 << exponent_bits) - 1;
  const int raw = (int)(bits >> fraction_bits) & largest;
  const uint64_t fraction = bits & ((UINT64_C(1) << fraction_bits) - 1);
  if (raw == largest || (raw == 0 && fraction == 0)) return bits;
  const uint64_t significand = raw == 0 ? fraction : fraction | UINT64_C(1) << fraction_bits;
  if (n > 5000) n = 5000;
  if (n < -5000) n = -5000;
  const int exponent = (raw == 0 ? 1 : raw) - (largest >> 1) + (int)n;
  const int sign = (int)(bits >> (fraction_bits + exponent_bits)) & 1;
  return __overtake_float_assemble(format, sign, exponent, (wide)significand << (126 - fraction_bits));
}

#define FUNCTIONS(T, S, BITS, FORMAT, PRECISION, EXPONENT)                                       \
  static BITS bits##S(T x) {                                                                     \
    BITS b;                                                                                      \
    __builtin_memcpy(&b, &x, sizeof b);                                                          \
    return b;                                                                                    \
  }                                                                                              \
  static T value##S(BITS b) {                                                                    \
    T x;                                                                                         \
    __builtin_memcpy(&x, &b, sizeof x);                                                          \
    return x;                                                                                    \
  }                                                                                              \
  static int special##S(T x) { return x == 0 || x - x != 0; }                                    \
  T scalbln##S(T x, long n) {                                                                    \
    return value##S((BITS)scaled(FORMAT, bits##S(x), PRECISION, EXPONENT, n));                   \
  }                                                                                              \
  T scalbn##S(T x, int n) { return scalbln##S(x, n); }                                           \
  T ldexp##S(T x, int n) { return scalbln##S(x, n); }                                            \
  T frexp##S(T x, int* exponent) {                                                               \
    *exponent = 0;                                                                               \
    if (special##S(x)) return x + x;                                                             \
    const int bias = (1 << (EXPONENT - 1)) - 1;                                                  \
    int raw = (int)(bits##S(x) >> (PRECISION - 1)) & (2 * bias + 1);                             \
    if (raw == 0) { /* subnormal */                                                              \
      x = scalbln##S(x, PRECISION);                                                              \
      *exponent = -PRECISION;                                                                    \
      raw = (int)(bits##S(x) >> (PRECISION - 1)) & (2 * bias + 1);                               \
    }                                                                                            \
    *exponent += raw - bias + 1;                                                                 \
    return scalbln##S(x, bias - 1 - raw);                                                        \
  }                                                                                              \
  T modf##S(T x, T* integer) {                                                                   \
    *integer = __builtin_trunc##S(x);                                                            \
    return __builtin_copysign##S(__builtin_isinf(x) ? 0 : x - *integer, x);                      \
  }                                                                                              \
  int ilogb##S(T x) {                                                                            \
    if (x == 0) return FP_ILOGB0;                                                                \
    if (x != x) return FP_ILOGBNAN;                                                              \
    if (__builtin_isinf(x)) return INT_MAX;                                                      \
    int exponent;                                                                                \
    frexp##S(x, &exponent);                                                                      \
    return exponent - 1;                                                                         \
  }                                                                                              \
  T logb##S(T x) {                                                                               \
    if (x == 0) return -1 / __builtin_fabs##S(x);                                                \
    if (x - x != 0) return x * x;                                                                \
    return (T)ilogb##S(x);                                                                       \
  }                                                                                              \
  T fdim##S(T x, T y) { return x != x || y != y ? x + y : x > y ? x - y : 0; }                   \
  T nextafter##S(T x, T y) {                                                                     \
    if (x != x || y != y) return x + y;                                                          \
    if (x == y) return y;                                                                        \
    const BITS sign = (BITS)1 << (sizeof(BITS) * 8 - 1);                                         \
    if (x == 0) return value##S((bits##S(y) & sign) | 1);                                        \
    return value##S(bits##S(x) + ((x < y) == (x > 0) ? 1 : (BITS)-1));                           \
  }

FUNCTIONS(float, f, uint32_t, OVERTAKE_FLOAT, 24, 8)
FUNCTIONS(double, , uint64_t, OVERTAKE_DOUBLE, 53, 11)
