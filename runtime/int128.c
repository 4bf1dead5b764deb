/* Division of 128-bit integers: what compilers call instead of an instruction. Schoolbook long
 * division, one bit a step, on 64-bit halves. */
#include "overtake.h"

typedef unsigned __int128 wide;

static wide divide(wide n, wide d, wide* remainder) {
  wide quotient = 0, rest = 0;
  if (d == 0) {
    volatile int zero = 0;
    zero = 1 / zero;
  }
  for (int bit = 127; bit >= 0; --bit) {
    rest = rest << 1 | (n >> bit & 1);
    if (rest >= d) {
      rest -= d;
      quotient |= (wide)1 << bit;
    }
  }
  *remainder = rest;
  return quotient;
}

wide __udivti3(wide a, wide b) {
  wide remainder;
  return divide(a, b, &remainder);
}

wide __umodti3(wide a, wide b) {
  wide remainder;
  divide(a, b, &remainder);
  return remainder;
}

__int128 __divti3(__int128 a, __int128 b) {
  wide remainder;
  wide quotient = divide(a < 0 ? -(wide)a : (wide)a, b < 0 ? -(wide)b : (wide)b, &remainder);
  return (a < 0) != (b < 0) ? -(__int128)quotient : (__int128)quotient;
}

__int128 __modti3(__int128 a, __int128 b) {
  wide remainder;
  divide(a < 0 ? -(wide)a : (wide)a, b < 0 ? -(wide)b : (wide)b, &remainder);
  return a < 0 ? -(__int128)remainder : (__int128)remainder;
}
