/* Exact conversion between binary and decimal: an array of limbs of nine decimal digits that is
 * multiplied or divided by powers of two. Multiplying by 2^k carries into the limbs before,
 * dividing by 2^k (k <= 9, so that 10^9 is a multiple of it) into limbs at the back. */
#include "decimal.h"

#define BASE 1000000000u

size_t __overtake_digits_size(const struct overtake_parts* parts) {
  /* A bit is less than a third of a decimal digit before the point, and one after it. */
  const long e = parts->exponent;
  return 64 + (size_t)(e > 0 ? e / 3 : -e);
}

/* The limbs of the integer part, least significant first, are in whole[0 .. *length). */
static void multiply(uint32_t* whole, int* length, int bits) {
  uint64_t carry = 0;
  for (int i = 0; i < *length; ++i) {
    carry += (uint64_t)whole[i] << bits;
    whole[i] = (uint32_t)(carry % BASE);
    carry /= BASE;
  }
  if (carry != 0) whole[(*length)++] = (uint32_t)carry;
}

static int put_limb(char* digits, int at, uint32_t limb) {
  for (int i = 8; i >= 0; --i) {
    digits[at + i] = (char)('0' + limb % 10);
    limb /= 10;
  }
  return at + 9;
}

int __overtake_digits(const struct overtake_parts* parts, char* digits, int* point) {
  const int e = parts->exponent;
  uint32_t whole[4 + (e > 0 ? e / 29 : 0)];
  int length = 0;
  /* The bits of the significand before the point. */
  const uint64_t integer = e >= 0 ? parts->significand : e > -64 ? parts->significand >> -e : 0;
  for (uint64_t rest = integer; rest != 0; rest /= BASE) whole[length++] = (uint32_t)(rest % BASE);
  for (int left = e; left > 0; left -= 29) multiply(whole, &length, left < 29 ? left : 29);

  int at = 0;
  digits[at++] = '0';
  int started = 0;
  for (int i = length - 1; i >= 0; --i) {
    at = put_limb(digits, at, whole[i]);
    if (!started) { /* without zeroes in front */
      int skip = 0;
      while (skip < 8 && digits[1 + skip] == '0') ++skip;
      for (int k = 1 + skip; k < at; ++k) digits[k - skip] = digits[k];
      at -= skip;
      started = 1;
    }
  }
  if (length == 0) digits[at++] = '0';
  *point = at;
  if (e >= 0) return at;

  /* The fraction times 2^-e, as an integer; then divided by 2^-e, nine bits at a time. */
  const uint64_t fraction =
      e > -64 ? parts->significand & ((UINT64_C(1) << -e) - 1) : parts->significand;
  if (fraction == 0) return at;
  uint32_t limbs[4 + -e / 9 + 1];
  int first = 0, last = 0; /* limbs in use; the point stands after limbs[2] */
  uint64_t rest = fraction;
  for (int i = 2; i >= 0; --i) {
    limbs[i] = (uint32_t)(rest % BASE);
    rest /= BASE;
  }
  last = 3;
  for (int left = -e; left > 0; left -= 9) {
    const int bits = left < 9 ? left : 9;
    uint32_t carry = 0;
    for (int i = first; i < last; ++i) {
      const uint32_t limb = limbs[i];
      limbs[i] = (limb >> bits) + carry;
      carry = (limb & ((1u << bits) - 1)) * (BASE >> bits);
    }
    if (carry != 0) limbs[last++] = carry;
    while (first < last && limbs[first] == 0) ++first;
  }
  for (int i = 3; i < last; ++i) at = put_limb(digits, at, i < first ? 0 : limbs[i]);
  return at;
}

/* --- from text ---------------------------------------------------------------------------------
 * */

/* A decimal number with its point after limb `point`: limbs[first .. last) are in use, the most
 * significant first. */
struct decimal {
  int first, last, point;
};

static int is_below(const uint32_t* limbs, const struct decimal* d, const uint32_t* bound,
                    int length) {
  const int integer = d->point - d->first; /* limbs before the point */
  if (integer != length) return integer < length;
  for (int i = 0; i < length; ++i)
    if (limbs[d->first + i] != bound[i]) return limbs[d->first + i] < bound[i];
  return 0;
}

static void scale_up(uint32_t* limbs, struct decimal* d, int bits) {
  uint64_t carry = 0;
  for (int i = d->last - 1; i >= d->first; --i) {
    carry += (uint64_t)limbs[i] << bits;
    limbs[i] = (uint32_t)(carry % BASE);
    carry /= BASE;
  }
  if (carry != 0) limbs[--d->first] = (uint32_t)carry;
  while (d->last > d->first && limbs[d->last - 1] == 0) --d->last;
}

static void scale_down(uint32_t* limbs, struct decimal* d, int bits, int capacity) {
  uint32_t carry = 0;
  for (int i = d->first; i < d->last; ++i) {
    const uint32_t limb = limbs[i];
    limbs[i] = (limb >> bits) + carry;
    carry = (limb & ((1u << bits) - 1)) * (BASE >> bits);
  }
  /* Beyond the array only whether there is anything counts. */
  if (carry != 0 && d->last < capacity)
    limbs[d->last++] = carry;
  else if (carry != 0)
    limbs[d->last - 1] |= 1;
  while (d->first < d->last && limbs[d->first] == 0) ++d->first;
}

wide __overtake_nearest(int format, int negative, const char* digits, long count, long exponent) {
  while (count > 0 && *digits == 0) {
    ++digits;
    --count;
    --exponent;
  }
  while (count > 0 && digits[count - 1] == 0) --count;
  /* Beyond these every format has overflowed, or has nothing left. */
  if (count == 0 || exponent < -5000) return __overtake_float_assemble(format, negative, 0, 0);
  if (exponent > 5000) return __overtake_float_assemble(format, negative, 1 << 20, 1);
  /* Digits in groups of nine, aligned at the point. */
  const int shift = (int)(((exponent % 9) + 9) % 9); /* digits of the first group */
  const int lead = shift == 0 ? 9 : shift;
  const int front = 560; /* room for carries in front */
  const int groups = (int)((count - (count < lead ? count : lead) + 8) / 9) + 1;
  const int capacity = front + groups + 640;
  uint32_t limbs[capacity];
  struct decimal d = {front, front, 0};
  for (long i = 0; i < count;) {
    uint32_t limb = 0;
    const int size = i == 0 ? lead : 9;
    for (int k = 0; k < size; ++k, ++i) limb = limb * 10 + (i < count ? (uint32_t)digits[i] : 0);
    limbs[d.last++] = limb;
  }
  d.point = front + (int)((exponent - lead) / 9) + 1;
  /* 10^n with a point far to the right: the limbs between are zero. */
  while (d.last < d.point) limbs[d.last++] = 0;
  /* With a point far to the left: so are those. */
  while (d.first > d.point) limbs[--d.first] = 0;

  /* Scaled until the integer part has 127 bits: 2^126 <= it < 2^127. */
  static const uint32_t high[] = {170, 141183460, 469231731, 687303715, 884105728};
  static const uint32_t bound[] = {85, 70591730, 234615865, 843651857, 942052864};
  int power = 0;
  while (d.first < d.last && limbs[d.first] == 0 && d.first < d.point) ++d.first;
  while (!is_below(limbs, &d, high, 5)) {
    scale_down(limbs, &d, 9, capacity);
    power += 9;
  }
  while (is_below(limbs, &d, bound, 5)) {
    /* By many bits as long as it is far away. */
    const int far = d.point - d.first < 4;
    scale_up(limbs, &d, far ? 29 : 1);
    power -= far ? 29 : 1;
  }
  wide significand = 0;
  for (int i = d.first; i < d.point; ++i)
    significand = significand * BASE + (i < d.last ? limbs[i] : 0);
  int sticky = 0;
  for (int i = d.point; i < d.last; ++i) sticky |= limbs[i] != 0;
  return __overtake_float_assemble(format, negative, 126 + power, significand | (wide)sticky);
}
