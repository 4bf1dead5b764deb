/* printf's %f, %e, %g and %a: all digits exactly, then rounded where the precision says, ties to
 * even. */
#include "format.h"

/* Rounds digits[0 .. count) to the first `last` ones; digits[0] is a 0 that takes the carry. */
static void round_digits(char* digits, int count, int last) {
  if (last >= count) return;
  int more = 0;
  for (int i = last + 1; i < count; ++i) more |= digits[i] != '0';
  const int up = digits[last] > '5' ||
                 (digits[last] == '5' && (more || (digits[last - 1] - '0') % 2 == 1));
  for (int i = last; i < count; ++i) digits[i] = '0';
  if (!up) return;
  int i = last - 1;
  while (digits[i] == '9') digits[i--] = '0';
  ++digits[i];
}

static int put_exponent(char* text, int exponent, char letter) {
  int length = 0;
  text[length++] = letter;
  text[length++] = exponent < 0 ? '-' : '+';
  if (exponent < 0) exponent = -exponent;
  char reversed[8];
  int n = 0;
  do reversed[n++] = (char)('0' + exponent % 10);
  while ((exponent /= 10) != 0);
  if (n < 2 && letter != 'p' && letter != 'P') reversed[n++] = '0';
  while (n > 0) text[length++] = reversed[--n];
  return length;
}

/* [sign] integer digits [. fraction digits] [exponent], padded to `width`. What lies beyond the
 * digits is zero. */
static size_t put_decimal(char* out, size_t size, size_t at, unsigned flags, long width,
                          const char* sign, const char* digits, int count, int from, int point,
                          long fraction, const char* tail, int tail_length) {
  const int dot = fraction > 0 || (flags & kAlternate) != 0;
  const long length = (long)(point - from) + dot + fraction + tail_length;
  const long sign_length = *sign != '\0';
  const long blank = width - length - sign_length;
  const int zeroes = (flags & kZero) != 0 && (flags & kLeft) == 0;
  if (!zeroes && (flags & kLeft) == 0) at = pad(out, size, at, ' ', blank);
  if (sign_length) at = put(out, size, at, *sign);
  if (zeroes) at = pad(out, size, at, '0', blank);
  for (int i = from; i < point; ++i) at = put(out, size, at, digits[i]);
  if (dot) at = put(out, size, at, '.');
  for (long i = 0; i < fraction; ++i)
    at = put(out, size, at, point + i < count ? digits[point + i] : '0');
  for (int i = 0; i < tail_length; ++i) at = put(out, size, at, tail[i]);
  if ((flags & kLeft) != 0) at = pad(out, size, at, ' ', blank);
  return at;
}

static size_t put_hexadecimal(char* out, size_t size, size_t at, unsigned flags, long width,
                              long precision, const struct overtake_parts* parts, int upper) {
  const char* alphabet = upper ? "0123456789ABCDEF" : "0123456789abcdef";
  /* One digit before the point: the first bit of a double, the first four of a long double. */
  uint64_t bits = parts->significand;
  int digits = parts->extended ? 15 : 13;
  int exponent = parts->significand == 0 ? 0 : parts->exponent + 4 * digits;
  if (precision >= 0 && precision < digits) {
    const int drop = 4 * (digits - (int)precision);
    const uint64_t rest = bits & ((UINT64_C(1) << drop) - 1), half = UINT64_C(1) << (drop - 1);
    bits >>= drop;
    if (rest > half || (rest == half && (bits & 1) != 0)) ++bits;
    digits = (int)precision;
    if (parts->extended && digits == 0 && bits == 16) {
      bits = 1;
      exponent += 4;
    } else if (parts->extended && digits > 0 && bits >> (4 * digits) == 16) {
      bits >>= 4;
      exponent += 4;
    }
  }
  char text[40];
  int length = 0;
  text[length++] = '0';
  text[length++] = upper ? 'X' : 'x';
  text[length++] = alphabet[bits >> (4 * digits) & 15];
  int used = digits;
  if (precision < 0)
    while (used > 0 && (bits >> (4 * (digits - used)) & 15) == 0) --used;
  const long zeroes = precision > digits ? precision - digits : 0;
  if (used > 0 || zeroes > 0 || (flags & kAlternate) != 0) text[length++] = '.';
  for (int i = 1; i <= used; ++i) text[length++] = alphabet[bits >> (4 * (digits - i)) & 15];
  char tail[12];
  const int tail_length = put_exponent(tail, exponent, upper ? 'P' : 'p');

  const char* sign = sign_of(parts->negative, flags);
  const long total = (*sign != '\0') + length + zeroes + tail_length;
  const int with_zeroes = (flags & kZero) != 0 && (flags & kLeft) == 0;
  if (!with_zeroes && (flags & kLeft) == 0) at = pad(out, size, at, ' ', width - total);
  if (*sign != '\0') at = put(out, size, at, *sign);
  for (int i = 0; i < 2; ++i) at = put(out, size, at, text[i]);
  if (with_zeroes) at = pad(out, size, at, '0', width - total);
  for (int i = 2; i < length; ++i) at = put(out, size, at, text[i]);
  at = pad(out, size, at, '0', zeroes);
  for (int i = 0; i < tail_length; ++i) at = put(out, size, at, tail[i]);
  if ((flags & kLeft) != 0) at = pad(out, size, at, ' ', width - total);
  return at;
}

size_t __overtake_put_float(char* out, size_t size, size_t at, unsigned flags, long width,
                            long precision, const struct overtake_parts* parts, char conversion) {
  const char* sign = sign_of(parts->negative, flags);
  const int upper = conversion >= 'A' && conversion <= 'Z';
  if (parts->special != 0) {
    const char* text = parts->special == 2 ? (upper ? "NAN" : "nan") : (upper ? "INF" : "inf");
    return put_number(out, size, at, flags & ~(unsigned)kZero, width, sign, 0, text, 3);
  }
  const char style = (char)(upper ? conversion + 32 : conversion);
  if (style == 'a')
    return put_hexadecimal(out, size, at, flags, width, precision, parts, upper);
  if (precision < 0) precision = 6;
  if (style == 'g' && precision == 0) precision = 1;

  char digits[__overtake_digits_size(parts)];
  int point;
  const int count = __overtake_digits(parts, digits, &point);
  int first = 0; /* the first digit that is not zero */
  while (first < count && digits[first] == '0') ++first;
  const int zero = first == count;
  if (zero) first = point - 1;

  long last = style == 'f' ? point + precision : first + precision + (style == 'e');
  if (last < count) {
    round_digits(digits, count, (int)last);
    if (!zero && first > 0 && digits[first - 1] != '0') --first; /* 9.99 became 10.0 */
  }
  const int exponent = zero ? 0 : point - 1 - first;
  int scientific = style == 'e';
  long fraction = precision;
  if (style == 'g') {
    scientific = exponent < -4 || exponent >= precision;
    fraction = scientific ? precision - 1 : precision - 1 - exponent;
    const int start = scientific ? first + 1 : point;
    if ((flags & kAlternate) == 0) { /* without zeroes at the end */
      long used = 0;
      for (long i = 0; i < fraction && start + i < count; ++i)
        if (digits[start + i] != '0') used = i + 1;
      fraction = used;
    }
  }
  if (scientific) {
    char tail[12];
    const int length = put_exponent(tail, exponent, upper ? 'E' : 'e');
    return put_decimal(out, size, at, flags, width, sign, digits, count, first, first + 1, fraction,
                       tail, length);
  }
  const int from = first < point - 1 ? first : point - 1;
  return put_decimal(out, size, at, flags, width, sign, digits, count, from, point, fraction, "", 0);
}
