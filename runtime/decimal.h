/* Numbers as decimal digits, exactly: between binary floats and text. See decimal.c. */
#ifndef OVERTAKE_DECIMAL_H
#define OVERTAKE_DECIMAL_H

#include "softfloat.h"

/* A finite float taken apart: significand * 2^exponent. */
struct overtake_parts {
  int negative;
  int special; /* 1: infinite, 2: not a number */
  uint64_t significand;
  int exponent;
  int extended; /* a long double: 64 bits of significand instead of 53 */
};

/* How many bytes __overtake_digits may write. */
size_t __overtake_digits_size(const struct overtake_parts* parts);
/* Writes all decimal digits of significand * 2^exponent: *point of them stand before the decimal
 * point. The first is a 0 that rounding may use. Returns how many there are. */
int __overtake_digits(const struct overtake_parts* parts, char* digits, int* point);

/* The float of `format` that is nearest to 0.d1d2d3... * 10^exponent, ties to even. `digits` are
 * numbers, not characters. */
wide __overtake_nearest(int format, int negative, const char* digits, long count, long exponent);

/* printf's %f, %e, %g, %a. */
size_t __overtake_put_float(char* out, size_t size, size_t at, unsigned flags, long width,
                            long precision, const struct overtake_parts* parts, char conversion);

#endif
