/* Floating point in integers: what the front end calls for x87's long double, for __float128, and
 * for conversions that involve 16-bit floats or integers of more than 64 bits. Bit for bit what the
 * processor and the compiler's library compute: IEEE 754, round to nearest, ties to even, with the
 * precision of the format (x87's precision control is 64 bits on Linux).
 *
 * A number is taken apart into a sign, an exponent and a significand of 127 bits, the first of
 * which is set: its value is significand / 2^126 * 2^exponent. At least 13 bits lie below the last
 * one of any format, and what is lost below them is kept as the last bit ("sticky"), so that one
 * rounding at the end, in pack(), is exact. */
#include "softfloat.h"

typedef __int128 signed_wide;

struct format {
  int bits;
  int precision; /* of the significand, the first bit included */
  int exponent_bits;
  int explicit_one; /* the first bit is stored */
};

static const struct format formats[] = {{16, 11, 5, 0}, {16, 8, 8, 0},   {32, 24, 8, 0},
                                        {64, 53, 11, 0}, {80, 64, 15, 1}, {128, 113, 15, 0}};

enum class { kZero, kFinite, kInfinite, kNan };

struct number {
  enum class class;
  int sign;
  int exponent;
  wide significand; /* of a NaN: its payload, from bit 126 on */
};

static int bias_of(const struct format* f) { return (1 << (f->exponent_bits - 1)) - 1; }

/* Where the fraction ends and the exponent begins. */
static int fraction_bits(const struct format* f) {
  return f->explicit_one ? f->precision : f->precision - 1;
}

static wide ones(int n) { return n == 0 ? 0 : ~(wide)0 >> (128 - n); }

/* What is shifted out is remembered in the last bit. */
static wide shift_sticky(wide x, int n) {
  if (n == 0) return x;
  if (n > 127) return x != 0;
  return x >> n | ((x & ones(n)) != 0);
}

static int top_bit(wide x) {
  const uint64_t high = (uint64_t)(x >> 64);
  return high != 0 ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll((uint64_t)x);
}

/* Brings the first bit to position 126; `x` is not 0. */
static void normalize(struct number* n, wide x) {
  const int top = top_bit(x);
  n->exponent += top - 126;
  n->significand = top > 126 ? shift_sticky(x, top - 126) : x << (126 - top);
}

static void unpack(int format, wide bits, struct number* n) {
  const struct format* f = &formats[format];
  const int stored = fraction_bits(f);
  const int largest = (1 << f->exponent_bits) - 1;
  const int exponent = (int)(bits >> stored) & largest;
  wide fraction = bits & ones(stored);
  n->sign = (int)(bits >> (f->bits - 1)) & 1;
  n->class = kFinite;
  if (exponent == largest) {
    fraction &= ones(f->precision - 1);
    n->class = fraction != 0 ? kNan : kInfinite;
    n->significand = fraction << (127 - f->precision);
    return;
  }
  if (!f->explicit_one && exponent != 0) fraction |= (wide)1 << (f->precision - 1);
  if (f->explicit_one && exponent != 0 && fraction >> (f->precision - 1) == 0) {
    n->class = kNan; /* no number of today's x87 */
    n->significand = (wide)1 << 125;
    return;
  }
  if (fraction == 0) {
    n->class = kZero;
    return;
  }
  n->exponent = (exponent == 0 ? 1 : exponent) - bias_of(f);
  /* Here the first bit of a normal number stands at precision - 1. */
  const int shift = 127 - f->precision;
  normalize(n, fraction << shift);
}

static wide assemble(const struct format* f, int sign, int exponent, wide fraction) {
  return (wide)sign << (f->bits - 1) | (wide)exponent << fraction_bits(f) | fraction;
}

static wide pack_special(int format, enum class class, int sign, wide payload) {
  const struct format* f = &formats[format];
  const int largest = (1 << f->exponent_bits) - 1;
  const wide one = f->explicit_one ? (wide)1 << (f->precision - 1) : 0;
  if (class == kZero) return assemble(f, sign, 0, 0);
  if (class == kInfinite) return assemble(f, sign, largest, one);
  const wide quiet = (wide)1 << (f->precision - 2);
  return assemble(f, sign, largest, one | quiet | payload >> (127 - f->precision));
}

static wide invalid(int format) { return pack_special(format, kNan, 1, 0); }

static wide pack(int format, const struct number* n) {
  const struct format* f = &formats[format];
  if (n->class != kFinite) return pack_special(format, n->class, n->sign, n->significand);
  const int bias = bias_of(f);
  int exponent = n->exponent;
  int drop = 127 - f->precision;
  const int subnormal = exponent < 1 - bias;
  if (subnormal) drop += 1 - bias - exponent;
  if (drop > 127) return pack_special(format, kZero, n->sign, 0); /* below half of the least */
  wide kept = n->significand >> drop;
  const wide rest = n->significand & ones(drop);
  const wide half = (wide)1 << (drop - 1);
  if (rest > half || (rest == half && (kept & 1) != 0)) ++kept;
  if (kept >> f->precision != 0) {
    kept >>= 1;
    ++exponent;
  }
  if (exponent > bias) return pack_special(format, kInfinite, n->sign, 0);
  const int is_normal = kept >> (f->precision - 1) != 0;
  const int field = !is_normal ? 0 : subnormal ? 1 : exponent + bias;
  return assemble(f, n->sign, field, f->explicit_one ? kept : kept & ones(f->precision - 1));
}

/* A NaN of the operands, made quiet; of two the one with the larger payload, as x87 does. */
static wide propagate(int format, const struct number* a, const struct number* b) {
  const int first = b->class != kNan || (a->class == kNan && a->significand >= b->significand);
  const struct number* n = first ? a : b;
  return pack_special(format, kNan, n->sign, n->significand);
}

static wide add(int format, struct number* a, struct number* b) {
  if (a->class == kNan || b->class == kNan) return propagate(format, a, b);
  if (a->class == kInfinite || b->class == kInfinite) {
    if (a->class == b->class && a->sign != b->sign) return invalid(format);
    return pack_special(format, kInfinite, a->class == kInfinite ? a->sign : b->sign, 0);
  }
  if (a->class == kZero && b->class == kZero)
    return pack_special(format, kZero, a->sign & b->sign, 0);
  if (a->class == kZero) return pack(format, b);
  if (b->class == kZero) return pack(format, a);
  if (a->exponent < b->exponent ||
      (a->exponent == b->exponent && a->significand < b->significand)) {
    struct number* swap = a;
    a = b;
    b = swap;
  }
  const wide small = shift_sticky(b->significand, a->exponent - b->exponent);
  const wide sum = a->sign == b->sign ? a->significand + small : a->significand - small;
  if (sum == 0) return pack_special(format, kZero, 0, 0);
  struct number r = {kFinite, a->sign, a->exponent, 0};
  normalize(&r, sum);
  return pack(format, &r);
}

wide __overtake_float_add(int format, wide x, wide y) {
  struct number a, b;
  unpack(format, x, &a);
  unpack(format, y, &b);
  return add(format, &a, &b);
}

wide __overtake_float_subtract(int format, wide x, wide y) {
  struct number a, b;
  unpack(format, x, &a);
  unpack(format, y, &b);
  if (b.class != kNan) b.sign ^= 1;
  return add(format, &a, &b);
}

wide __overtake_float_multiply(int format, wide x, wide y) {
  struct number a, b;
  unpack(format, x, &a);
  unpack(format, y, &b);
  const int sign = a.sign ^ b.sign;
  if (a.class == kNan || b.class == kNan) return propagate(format, &a, &b);
  if (a.class == kInfinite || b.class == kInfinite)
    return a.class == kZero || b.class == kZero ? invalid(format)
                                                : pack_special(format, kInfinite, sign, 0);
  if (a.class == kZero || b.class == kZero) return pack_special(format, kZero, sign, 0);
  const uint64_t a0 = (uint64_t)a.significand, a1 = (uint64_t)(a.significand >> 64);
  const uint64_t b0 = (uint64_t)b.significand, b1 = (uint64_t)(b.significand >> 64);
  const wide low = (wide)a0 * b0, middle1 = (wide)a0 * b1, middle2 = (wide)a1 * b0;
  const wide carry = (low >> 64) + (uint64_t)middle1 + (uint64_t)middle2;
  const wide high = (wide)a1 * b1 + (middle1 >> 64) + (middle2 >> 64) + (carry >> 64);
  const wide rest = carry << 64 | (uint64_t)low;
  struct number r = {kFinite, sign, a.exponent + b.exponent, 0};
  normalize(&r, high << 2 | rest >> 126 | ((rest & ones(126)) != 0));
  return pack(format, &r);
}

wide __overtake_float_divide(int format, wide x, wide y) {
  struct number a, b;
  unpack(format, x, &a);
  unpack(format, y, &b);
  const int sign = a.sign ^ b.sign;
  if (a.class == kNan || b.class == kNan) return propagate(format, &a, &b);
  if (a.class == b.class && a.class != kFinite) return invalid(format); /* 0 / 0, inf / inf */
  if (a.class == kInfinite || b.class == kZero) return pack_special(format, kInfinite, sign, 0);
  if (a.class == kZero || b.class == kInfinite) return pack_special(format, kZero, sign, 0);
  wide quotient = 0, rest = a.significand;
  for (int i = 0; i < 127; ++i) {
    quotient <<= 1;
    if (rest >= b.significand) {
      rest -= b.significand;
      quotient |= 1;
    }
    rest <<= 1;
  }
  struct number r = {kFinite, sign, a.exponent - b.exponent, 0};
  normalize(&r, quotient | (rest != 0));
  return pack(format, &r);
}

/* fmod: exact. */
wide __overtake_float_remainder(int format, wide x, wide y) {
  struct number a, b;
  unpack(format, x, &a);
  unpack(format, y, &b);
  if (a.class == kNan || b.class == kNan) return propagate(format, &a, &b);
  if (a.class == kInfinite || b.class == kZero) return invalid(format);
  if (a.class == kZero || b.class == kInfinite || a.exponent < b.exponent) return x;
  wide rest = a.significand;
  for (int i = a.exponent; i > b.exponent; --i) {
    if (rest >= b.significand) rest -= b.significand;
    rest <<= 1;
  }
  if (rest >= b.significand) rest -= b.significand;
  if (rest == 0) return pack_special(format, kZero, a.sign, 0);
  struct number r = {kFinite, a.sign, b.exponent, 0};
  normalize(&r, rest);
  return pack(format, &r);
}

/* Two bits of the radicand and one of the root at a time; 118 bits of the root are enough. */
wide __overtake_float_sqrt(int format, wide x) {
  struct number a;
  unpack(format, x, &a);
  if (a.class == kNan) return propagate(format, &a, &a);
  if (a.class == kZero) return x;
  if (a.sign) return invalid(format);
  if (a.class == kInfinite) return x;
  const int odd = a.exponent & 1;
  wide radicand = odd ? a.significand << 1 : a.significand;
  wide root = 0, rest = 0;
  for (int i = 0; i < 118; ++i) {
    rest = rest << 2 | radicand >> 126;
    radicand <<= 2;
    const wide trial = root << 2 | 1;
    root <<= 1;
    if (rest >= trial) {
      rest -= trial;
      root |= 1;
    }
  }
  struct number r = {kFinite, 0, (a.exponent - odd) / 2, 0};
  normalize(&r, root << 9 | (rest != 0));
  return pack(format, &r);
}

/* Bits as in ir::FloatPredicate: 1 equal, 2 greater, 4 less, 8 unordered. */
unsigned __overtake_float_compare(int format, wide x, wide y) {
  struct number a, b;
  unpack(format, x, &a);
  unpack(format, y, &b);
  if (a.class == kNan || b.class == kNan) return 8;
  if (a.class == kZero && b.class == kZero) return 1;
  if (x == y) return 1;
  if (a.class == kZero) return b.sign ? 2 : 4;
  if (b.class == kZero || a.sign != b.sign) return a.sign ? 4 : 2;
  /* Of one sign: formats are ordered as integers. */
  const int less = x < y;
  return less != a.sign ? 4 : 2;
}

wide __overtake_float_convert(int from, int to, wide x) {
  struct number n;
  unpack(from, x, &n);
  return pack(to, &n);
}

wide __overtake_float_from_integer(int format, int is_signed, wide value) {
  const int sign = is_signed && (signed_wide)value < 0;
  if (sign) value = -value;
  if (value == 0) return 0;
  struct number n = {kFinite, sign, 126, 0};
  normalize(&n, value);
  return pack(format, &n);
}

/* Of the 128 bits at and above `bit`, and of whether anything lies below. `sign`: of the negative.
 * */
static wide window(const uint64_t* words, long count, long bit, int sign, int* below) {
  wide result = 0;
  uint64_t carry = (uint64_t)sign;
  *below = 0;
  for (long i = 0; i < count; ++i) {
    uint64_t word = sign ? ~words[i] : words[i];
    word += carry;
    carry = carry != 0 && word == 0;
    const long at = 64 * i - bit;
    if (at <= -64) {
      *below |= word != 0;
    } else if (at < 0) {
      result |= word >> -at;
      *below |= word << (64 + at) != 0;
    } else if (at < 128) {
      result |= (wide)word << at;
    }
  }
  return result;
}

wide __overtake_float_from_words(int format, int is_signed, const uint64_t* words, long count) {
  const int sign = is_signed && words[count - 1] >> 63;
  int below;
  for (long bit = 64 * count - 64; bit >= 0; bit -= 64) {
    const wide top = window(words, count, bit, sign, &below);
    if (top == 0) continue;
    struct number n = {kFinite, sign, 126 + (int)bit, 0};
    if (bit >= 64) { /* so that at least 65 bits are seen above what is only sticky */
      n.exponent -= 64;
      normalize(&n, window(words, count, bit - 64, sign, &below));
    } else {
      normalize(&n, top);
    }
    n.significand |= (wide)below;
    return pack(format, &n);
  }
  return 0;
}

/* Truncated. Beyond the integer's range it is what x86 gives: the least of all. */
wide __overtake_float_to_integer(int format, int bits, int is_signed, wide x) {
  struct number n;
  unpack(format, x, &n);
  const wide indefinite = (wide)1 << (bits - 1);
  if (n.class == kZero) return 0;
  if (n.class != kFinite) return indefinite;
  if (n.exponent < 0) return 0;
  if (n.exponent >= bits) return indefinite;
  const wide magnitude =
      n.exponent > 126 ? n.significand << 1 : n.significand >> (126 - n.exponent);
  if (is_signed && magnitude >= indefinite) return indefinite;
  return n.sign ? -magnitude : magnitude;
}

void __overtake_float_to_words(int format, wide x, uint64_t* words, long count) {
  struct number n;
  unpack(format, x, &n);
  const int some = n.class == kFinite && n.exponent >= 0;
  uint64_t carry = (uint64_t)n.sign;
  for (long i = 0; i < count; ++i) {
    const long at = 64 * i + 126 - n.exponent; /* of this word's first bit in the significand */
    uint64_t word = 0;
    if (some && at > -64 && at < 127)
      word = (uint64_t)(at >= 0 ? n.significand >> at : n.significand << -at);
    if (n.sign) word = ~word + carry;
    carry = carry != 0 && word == 0;
    words[i] = word;
  }
}

wide __overtake_float_round(int format, int mode, wide x) {
  struct number n;
  unpack(format, x, &n);
  if (n.class == kNan) return propagate(format, &n, &n);
  if (n.class != kFinite || n.exponent >= formats[format].precision - 1) return x;
  /* The significand with the binary point after bit 126: at most the last bit of it counts. */
  const int below = 126 - n.exponent;
  const wide integer = below > 126 ? 0 : n.significand >> below;
  const wide fraction = shift_sticky(n.significand & ones(below > 127 ? 127 : below),
                                     below > 126 ? below - 126 : 0);
  const wide half = (wide)1 << (below > 126 ? 125 : below - 1);
  int up = 0;
  switch (mode) {
    case OVERTAKE_FLOOR: up = n.sign && fraction != 0; break;
    case OVERTAKE_CEIL: up = !n.sign && fraction != 0; break;
    case OVERTAKE_ROUND: up = fraction >= half; break;
    case OVERTAKE_EVEN: up = fraction > half || (fraction == half && (integer & 1) != 0); break;
  }
  const wide rounded = integer + (wide)up;
  if (rounded == 0) return pack_special(format, kZero, n.sign, 0);
  struct number r = {kFinite, n.sign, 126, 0};
  normalize(&r, rounded);
  return pack(format, &r);
}

wide __overtake_float_assemble(int format, int sign, int exponent, wide significand) {
  if (significand == 0) return pack_special(format, kZero, sign, 0);
  struct number n = {kFinite, sign, exponent, 0};
  normalize(&n, significand);
  return pack(format, &n);
}

/* The bit of llvm::FPClassTest. */
unsigned __overtake_float_class(int format, wide x) {
  struct number n;
  const struct format* f = &formats[format];
  unpack(format, x, &n);
  switch (n.class) {
    case kNan: return n.significand >> 125 & 1 ? 2 : 1;
    case kInfinite: return n.sign ? 4 : 512;
    case kZero: return n.sign ? 32 : 64;
    default: break;
  }
  const int normal = n.exponent >= 1 - bias_of(f);
  if (normal) return n.sign ? 8 : 256;
  return n.sign ? 16 : 128;
}
