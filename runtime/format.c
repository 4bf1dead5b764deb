/* printf's formatting, into a buffer: vsnprintf and its kin. All of C11's conversions but %a, wide
 * characters and long double beyond the precision of double; floating point is converted exactly.
 *
 * The buffer's address stands in parameters only, never in memory, so that a local buffer of the
 * caller stays private to its thread. `at` is the number of characters produced so far; those
 * beyond the buffer's end are counted and dropped. */
#define _GNU_SOURCE
#include <stdarg.h>

#include "internal.h"

enum { kLeft = 1, kPlus = 2, kSpace = 4, kAlternate = 8, kZero = 16, kUpper = 32 };

static size_t put(char* out, size_t size, size_t at, char c) {
  if (at + 1 < size) out[at] = c;
  return at + 1;
}

static size_t pad(char* out, size_t size, size_t at, char c, long count) {
  for (; count > 0; --count) at = put(out, size, at, c);
  return at;
}

/* `prefix` (a sign, 0x), zeroes, then the `length` characters of `digits` in order. */
static size_t put_number(char* out, size_t size, size_t at, unsigned flags, long width,
                         const char* prefix, long zeroes, const char* digits, long length) {
  long prefix_length = 0;
  while (prefix[prefix_length] != '\0') ++prefix_length;
  if (zeroes < 0) zeroes = 0;
  if ((flags & kZero) != 0 && (flags & kLeft) == 0 && width > prefix_length + zeroes + length)
    zeroes = width - prefix_length - length;
  const long blank = width - prefix_length - zeroes - length;
  if ((flags & kLeft) == 0) at = pad(out, size, at, ' ', blank);
  for (long i = 0; i < prefix_length; ++i) at = put(out, size, at, prefix[i]);
  at = pad(out, size, at, '0', zeroes);
  for (long i = 0; i < length; ++i) at = put(out, size, at, digits[i]);
  if ((flags & kLeft) != 0) at = pad(out, size, at, ' ', blank);
  return at;
}

static const char* sign_of(int negative, unsigned flags) {
  if (negative) return "-";
  if ((flags & kPlus) != 0) return "+";
  return (flags & kSpace) != 0 ? " " : "";
}

static size_t put_integer(char* out, size_t size, size_t at, unsigned flags, long width,
                          long precision, uint64_t value, const char* prefix, unsigned base) {
  char digits[24];
  long first = 24;
  const char* alphabet = (flags & kUpper) != 0 ? "0123456789ABCDEF" : "0123456789abcdef";
  for (uint64_t rest = value; rest != 0; rest /= base) digits[--first] = alphabet[rest % base];
  if (precision < 0) {
    if (first == 24) digits[--first] = '0';
  } else {
    flags &= ~(unsigned)kZero;
  }
  long zeroes = precision - (24 - first);
  if (base == 8 && (flags & kAlternate) != 0 && zeroes <= 0 && (first == 24 || digits[first] != '0'))
    zeroes = 1;
  return put_number(out, size, at, flags, width, prefix, zeroes, digits + first, 24 - first);
}

/* --- floating point ---------------------------------------------------------------------------
 * A double is mantissa * 2^exponent. Its decimal expansion is finite: at most 309 digits before and
 * 1074 after the point. `limbs` holds an integer in base 2^32, least significant first. */
#define LIMBS 36        /* 1152 bits */
#define MAX_DIGITS 340  /* as many as we produce, integer part included */

static void shift_in(uint32_t* limbs, uint64_t value, int shift) {
  const int limb = shift / 32;
  const int bits = shift % 32;
  const unsigned __int128 wide = (unsigned __int128)value << bits;
  for (int i = 0; i < 3 && limb + i < LIMBS; ++i) limbs[limb + i] = (uint32_t)(wide >> (32 * i));
}

static unsigned divide(uint32_t* limbs, unsigned divisor) {
  uint64_t rest = 0;
  for (int i = LIMBS - 1; i >= 0; --i) {
    rest = rest << 32 | limbs[i];
    limbs[i] = (uint32_t)(rest / divisor);
    rest %= divisor;
  }
  return (unsigned)rest;
}

static int is_zero(const uint32_t* limbs) {
  for (int i = 0; i < LIMBS; ++i)
    if (limbs[i] != 0) return 0;
  return 1;
}

/* Multiplies by ten and takes out what lies at and above bit 1088: the next decimal digit of a
 * fraction that is scaled to 1088 bits. */
static char next_digit(uint32_t* limbs) {
  uint64_t carry = 0;
  for (int i = 0; i < LIMBS; ++i) {
    carry += (uint64_t)limbs[i] * 10;
    limbs[i] = (uint32_t)carry;
    carry >>= 32;
  }
  const char digit = (char)('0' + limbs[34]);
  limbs[34] = 0;
  return digit;
}

/* Writes the digits of |value|: `*point` of them before the decimal point (at least one), then those
 * of the fraction, so many that `wanted` digits follow the point, or, if `significant`, the first
 * digit that is not zero. Correctly rounded (ties to even). Returns the number of digits. */
static int decimal(double value, int wanted, int significant, char* digits, int* point) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  const int raw = (int)(bits >> 52 & 0x7ff);
  const uint64_t fraction_bits = bits & ((UINT64_C(1) << 52) - 1);
  const uint64_t mantissa = raw != 0 ? fraction_bits | UINT64_C(1) << 52 : fraction_bits;
  const int exponent = (raw != 0 ? raw : 1) - 1075;

  uint32_t whole[LIMBS] = {0};
  uint32_t rest[LIMBS] = {0};
  if (exponent >= 0) {
    shift_in(whole, mantissa, exponent);
  } else {
    if (exponent > -64) shift_in(whole, mantissa >> -exponent, 0);
    const uint64_t below =
        exponent > -64 ? mantissa & ((UINT64_C(1) << -exponent) - 1) : mantissa;
    shift_in(rest, below, 1088 + exponent);
  }

  /* One leading zero takes a carry of the rounding. */
  char reversed[MAX_DIGITS];
  int length = 0;
  while (!is_zero(whole) && length < MAX_DIGITS - 2) reversed[length++] = (char)('0' + divide(whole, 10));
  if (length == 0) reversed[length++] = '0';
  int count = 0;
  digits[count++] = '0';
  while (length > 0) digits[count++] = reversed[--length];
  *point = count;

  int last = *point + wanted; /* digits to keep */
  if (significant) {
    int first = 1;
    while (first < count && digits[first] == '0') ++first;
    while (first == count && count < MAX_DIGITS * 4 && !is_zero(rest)) {
      digits[count++] = next_digit(rest);
      if (digits[first] == '0') ++first;
    }
    last = first + 1 + wanted;
  }
  if (last > MAX_DIGITS * 4) last = MAX_DIGITS * 4;
  while (count < last) digits[count++] = next_digit(rest);

  /* What follows digit `last` decides: digits that were produced, then the rest. */
  int more = !is_zero(rest);
  int half = 0;
  if (last < count) {
    for (int i = last + 1; i < count; ++i) more |= digits[i] != '0';
    half = digits[last] > '5' ? 2 : digits[last] == '5' ? 1 : 0;
    for (int i = last; i < count; ++i) digits[i] = '0';
  } else {
    const char following = next_digit(rest);
    more = !is_zero(rest);
    half = following > '5' ? 2 : following == '5' ? 1 : 0;
  }
  if (half == 2 || (half == 1 && (more || (digits[last - 1] - '0') % 2 == 1))) {
    int i = last - 1;
    while (digits[i] == '9') digits[i--] = '0';
    ++digits[i];
  }
  return last > *point ? last : *point;
}

static size_t put_double(char* out, size_t size, size_t at, unsigned flags, long width,
                         long precision, double value, char conversion) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  const char* sign = sign_of((int)(bits >> 63), flags);
  const int upper = conversion >= 'A' && conversion <= 'Z';
  if ((bits >> 52 & 0x7ff) == 0x7ff) {
    const int nan = (bits & ((UINT64_C(1) << 52) - 1)) != 0;
    const char* text = nan ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf");
    return put_number(out, size, at, flags & ~(unsigned)kZero, width, sign, 0, text, 3);
  }
  if (precision < 0) precision = 6;
  if (precision > MAX_DIGITS) precision = MAX_DIGITS;
  const char style = (char)(upper ? conversion + 32 : conversion);
  if (style == 'g' && precision == 0) precision = 1;

  char digits[MAX_DIGITS * 4 + 2];
  int point;
  int count = decimal(value, (int)(style == 'g' ? precision - 1 : precision), style != 'f', digits,
                      &point);
  int first = 0; /* the first digit that is not zero */
  while (first < count - 1 && digits[first] == '0') ++first;
  const int zero = digits[first] == '0';
  int exponent = zero ? 0 : point - 1 - first;
  int scientific = style == 'e';
  if (style == 'g') {
    scientific = exponent < -4 || exponent >= precision;
    precision = scientific ? precision - 1 : precision - 1 - exponent;
  }
  if (zero) first = point - 1;

  char text[MAX_DIGITS * 2 + 16];
  long length = 0;
  int next;
  if (scientific) {
    text[length++] = digits[first];
    next = first + 1;
  } else {
    int from = first < point - 1 ? first : point - 1;
    while (from < point) text[length++] = digits[from++];
    next = point;
  }
  long fraction = precision;
  if (style == 'g' && (flags & kAlternate) == 0) {
    fraction = 0;
    for (long i = 0; i < precision; ++i)
      if (next + i < count && digits[next + i] != '0') fraction = i + 1;
  }
  if (fraction > 0 || (flags & kAlternate) != 0) text[length++] = '.';
  for (long i = 0; i < fraction; ++i) text[length++] = next + i < count ? digits[next + i] : '0';
  if (scientific) {
    text[length++] = upper ? 'E' : 'e';
    text[length++] = exponent < 0 ? '-' : '+';
    if (exponent < 0) exponent = -exponent;
    if (exponent >= 100) text[length++] = (char)('0' + exponent / 100);
    text[length++] = (char)('0' + exponent / 10 % 10);
    text[length++] = (char)('0' + exponent % 10);
  }
  return put_number(out, size, at, flags, width, sign, 0, text, length);
}

static size_t put_string(char* out, size_t size, size_t at, unsigned flags, long width,
                         long precision, const char* text) {
  if (text == NULL) text = "(null)";
  if ((flags & kLeft) != 0 || width <= 0) {
    /* Reads each character once. */
    const size_t start = at;
    for (long i = 0; precision < 0 || i < precision; ++i) {
      const char c = text[i];
      if (c == '\0') break;
      at = put(out, size, at, c);
    }
    return pad(out, size, at, ' ', width - (long)(at - start));
  }
  long length = 0;
  while ((precision < 0 || length < precision) && text[length] != '\0') ++length;
  at = pad(out, size, at, ' ', width - length);
  for (long i = 0; i < length; ++i) at = put(out, size, at, text[i]);
  return at;
}

enum length { kChar, kShort, kInt, kLong, kLongDouble };

static int64_t narrow(int64_t value, enum length length) {
  switch (length) {
    case kChar: return (signed char)value;
    case kShort: return (short)value;
    case kInt: return (int)value;
    default: return value;
  }
}

static uint64_t narrow_unsigned(uint64_t value, enum length length) {
  switch (length) {
    case kChar: return (unsigned char)value;
    case kShort: return (unsigned short)value;
    case kInt: return (unsigned)value;
    default: return value;
  }
}

int vsnprintf(char* restrict out, size_t size, const char* restrict format, va_list arguments) {
  size_t at = 0;
  for (; *format != '\0'; ++format) {
    if (*format != '%') {
      at = put(out, size, at, *format);
      continue;
    }
    unsigned flags = 0;
    for (int more = 1; more;) {
      switch (*++format) {
        case '-': flags |= kLeft; break;
        case '+': flags |= kPlus; break;
        case ' ': flags |= kSpace; break;
        case '#': flags |= kAlternate; break;
        case '0': flags |= kZero; break;
        case '\'': break;
        default: more = 0;
      }
    }
    long width = 0;
    if (*format == '*') {
      width = va_arg(arguments, int);
      if (width < 0) {
        flags |= kLeft;
        width = -width;
      }
      ++format;
    } else {
      for (; *format >= '0' && *format <= '9'; ++format) width = width * 10 + (*format - '0');
    }
    long precision = -1;
    if (*format == '.') {
      ++format;
      precision = 0;
      if (*format == '*') {
        precision = va_arg(arguments, int);
        ++format;
      } else {
        for (; *format >= '0' && *format <= '9'; ++format)
          precision = precision * 10 + (*format - '0');
      }
    }
    enum length length = kInt;
    for (int more = 1; more;) {
      switch (*format) {
        case 'h': length = length == kShort ? kChar : kShort; ++format; break;
        case 'l': case 'q': case 'j': case 'z': case 't': length = kLong; ++format; break;
        case 'L': length = kLongDouble; ++format; break;
        default: more = 0;
      }
    }
    switch (*format) {
      case 'd': case 'i': {
        const int64_t value =
            narrow(length >= kLong ? va_arg(arguments, int64_t) : va_arg(arguments, int), length);
        const uint64_t magnitude = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
        at = put_integer(out, size, at, flags, width, precision, magnitude,
                         sign_of(value < 0, flags), 10);
        break;
      }
      case 'u': case 'x': case 'X': case 'o': {
        const uint64_t value = narrow_unsigned(
            length >= kLong ? va_arg(arguments, uint64_t) : va_arg(arguments, unsigned), length);
        const char* prefix = "";
        if ((flags & kAlternate) != 0 && value != 0) {
          if (*format == 'x') prefix = "0x";
          if (*format == 'X') prefix = "0X";
        }
        if (*format == 'X') flags |= kUpper;
        at = put_integer(out, size, at, flags, width, precision, value, prefix,
                         *format == 'u' ? 10 : *format == 'o' ? 8 : 16);
        break;
      }
      case 'p': {
        const uint64_t value = (uint64_t)va_arg(arguments, void*);
        if (value == 0)
          at = put_string(out, size, at, flags, width, -1, "(nil)");
        else
          at = put_integer(out, size, at, flags, width, precision, value, "0x", 16);
        break;
      }
      case 'c': {
        const char c = (char)va_arg(arguments, int);
        at = put_number(out, size, at, flags & ~(unsigned)kZero, width, "", 0, &c, 1);
        break;
      }
      case 's':
        if (length == kLong) __overtake_fail("abort", "printf of wide characters is not modelled");
        at = put_string(out, size, at, flags, width, precision, va_arg(arguments, const char*));
        break;
      case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': {
        const double value = length == kLongDouble ? (double)va_arg(arguments, long double)
                                                   : va_arg(arguments, double);
        at = put_double(out, size, at, flags, width, precision, value, *format);
        break;
      }
      case 'n': *va_arg(arguments, int*) = (int)at; break;
      case '%': at = put(out, size, at, '%'); break;
      default:
        __overtake_fail("abort", "printf: a conversion that is not modelled in the format");
    }
  }
  if (size > 0) out[at < size ? at : size - 1] = '\0';
  return (int)at;
}

int vsprintf(char* restrict out, const char* restrict format, va_list arguments) {
  return vsnprintf(out, SIZE_MAX, format, arguments);
}

int snprintf(char* restrict out, size_t size, const char* restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(out, size, format, arguments);
  va_end(arguments);
  return length;
}

int sprintf(char* restrict out, const char* restrict format, ...) {
  va_list arguments;
  va_start(arguments, format);
  const int length = vsnprintf(out, SIZE_MAX, format, arguments);
  va_end(arguments);
  return length;
}
