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

/* Integers of more words: `words` has the dividend in its first `n`, the divisor in the next `n`.
 * The first ones become the quotient or the remainder. */
void __overtake_divide(uint64_t* words, long n, int is_signed, int quotient);

static void negate(uint64_t* words, long n) {
  uint64_t carry = 1;
  for (long i = 0; i < n; ++i) {
    words[i] = ~words[i] + carry;
    carry = carry != 0 && words[i] == 0;
  }
}

static int at_least(const uint64_t* a, const uint64_t* b, long n) {
  for (long i = n - 1; i >= 0; --i)
    if (a[i] != b[i]) return a[i] > b[i];
  return 1;
}

void __overtake_divide(uint64_t* words, long n, int is_signed, int quotient) {
  uint64_t* divisor = words + n;
  const int a_negative = is_signed && words[n - 1] >> 63;
  const int b_negative = is_signed && divisor[n - 1] >> 63;
  if (a_negative) negate(words, n);
  if (b_negative) negate(divisor, n);
  uint64_t any = 0;
  for (long i = 0; i < n; ++i) any |= divisor[i];
  if (any == 0) {
    volatile int zero = 0;
    zero = 1 / zero;
  }
  /* The dividend leaves `words` on top, bit by bit, and the quotient enters below. */
  uint64_t rest[n];
  for (long i = 0; i < n; ++i) rest[i] = 0;
  for (long bit = 0; bit < 64 * n; ++bit) {
    const uint64_t lost = rest[n - 1] >> 63;
    for (long i = n - 1; i > 0; --i) rest[i] = rest[i] << 1 | rest[i - 1] >> 63;
    rest[0] = rest[0] << 1 | words[n - 1] >> 63;
    for (long i = n - 1; i > 0; --i) words[i] = words[i] << 1 | words[i - 1] >> 63;
    words[0] <<= 1;
    if (lost == 0 && !at_least(rest, divisor, n)) continue;
    uint64_t borrow = 0;
    for (long i = 0; i < n; ++i) {
      const uint64_t difference = rest[i] - divisor[i];
      const uint64_t next = rest[i] < divisor[i] || difference < borrow;
      rest[i] = difference - borrow;
      borrow = next;
    }
    words[0] |= 1;
  }
  if (!quotient)
    for (long i = 0; i < n; ++i) words[i] = rest[i];
  if (quotient ? a_negative != b_negative : a_negative) negate(words, n);
}
