/* Floating point of any format, as bits in the low end of 128. See softfloat.c. */
#ifndef OVERTAKE_SOFTFLOAT_H
#define OVERTAKE_SOFTFLOAT_H

#include "overtake.h"

typedef unsigned __int128 wide;

enum { OVERTAKE_HALF, OVERTAKE_BFLOAT, OVERTAKE_FLOAT, OVERTAKE_DOUBLE, OVERTAKE_EXTENDED, OVERTAKE_QUAD };
enum { OVERTAKE_TRUNC, OVERTAKE_FLOOR, OVERTAKE_CEIL, OVERTAKE_ROUND, OVERTAKE_EVEN };

wide __overtake_float_add(int format, wide x, wide y);
wide __overtake_float_subtract(int format, wide x, wide y);
wide __overtake_float_multiply(int format, wide x, wide y);
wide __overtake_float_divide(int format, wide x, wide y);
wide __overtake_float_remainder(int format, wide x, wide y);
wide __overtake_float_sqrt(int format, wide x);
wide __overtake_float_round(int format, int mode, wide x);
unsigned __overtake_float_compare(int format, wide x, wide y);
wide __overtake_float_convert(int from, int to, wide x);
wide __overtake_float_from_integer(int format, int is_signed, wide value);
wide __overtake_float_from_words(int format, int is_signed, const uint64_t* words, long count);
wide __overtake_float_to_integer(int format, int bits, int is_signed, wide x);
void __overtake_float_to_words(int format, wide x, uint64_t* words, long count);
unsigned __overtake_float_class(int format, wide x);
/* significand / 2^126 * 2^exponent, rounded; the last bit of the significand is sticky. */
wide __overtake_float_assemble(int format, int sign, int exponent, wide significand);

#endif
