/* printf's formatting, into a buffer: vsnprintf and its kin. All of C11's conversions but wide
 * characters; floating point (format_float.c) is converted exactly. */
#define _GNU_SOURCE
#include <stdarg.h>

#include "format.h"

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

static size_t put_string(char* out, size_t size, size_t at, unsigned flags, long width,
                         long precision, const char* text) {
  if (text == NULL) text = precision >= 0 && precision < 6 ? "" : "(null)";
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

static void take_double(double value, struct overtake_parts* parts) {
  uint64_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  const int raw = (int)(bits >> 52 & 0x7ff);
  const uint64_t fraction = bits & ((UINT64_C(1) << 52) - 1);
  parts->negative = (int)(bits >> 63);
  parts->special = raw != 0x7ff ? 0 : fraction == 0 ? 1 : 2;
  parts->significand = raw != 0 ? fraction | UINT64_C(1) << 52 : fraction;
  parts->exponent = (raw != 0 ? raw : 1) - 1075;
  parts->extended = 0;
}

static void take_long_double(long double value, struct overtake_parts* parts) {
  union {
    long double value;
    struct {
      uint64_t significand;
      uint16_t top;
    };
  } u = {value};
  const int raw = u.top & 0x7fff;
  parts->negative = u.top >> 15;
  parts->special = raw != 0x7fff ? 0 : u.significand << 1 == 0 ? 1 : 2;
  parts->significand = u.significand;
  parts->exponent = (raw != 0 ? raw : 1) - 16446;
  parts->extended = 1;
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
      case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A': {
        struct overtake_parts parts;
        if (length == kLongDouble)
          take_long_double(va_arg(arguments, long double), &parts);
        else
          take_double(va_arg(arguments, double), &parts);
        at = __overtake_put_float(out, size, at, flags, width, precision, &parts, *format);
        break;
      }
      case 'n':
        switch (length) {
          case kChar: *va_arg(arguments, signed char*) = (signed char)at; break;
          case kShort: *va_arg(arguments, short*) = (short)at; break;
          case kInt: *va_arg(arguments, int*) = (int)at; break;
          default: *va_arg(arguments, long*) = (long)at; break;
        }
        break;
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
