/* What format.c and format_float.c share. The buffer's address stands in parameters only, never in
 * memory, so that a local buffer of the caller stays private to its thread. `at` is the number of
 * characters produced so far; those beyond the buffer's end are counted and dropped. */
#ifndef OVERTAKE_FORMAT_H
#define OVERTAKE_FORMAT_H

#include "decimal.h"

enum { kLeft = 1, kPlus = 2, kSpace = 4, kAlternate = 8, kZero = 16, kUpper = 32 };

static inline size_t put(char* out, size_t size, size_t at, char c) {
  if (at + 1 < size) out[at] = c;
  return at + 1;
}

static inline size_t pad(char* out, size_t size, size_t at, char c, long count) {
  for (; count > 0; --count) at = put(out, size, at, c);
  return at;
}

/* `prefix` (a sign, 0x), zeroes, then the `length` characters of `digits` in order. */
static inline size_t put_number(char* out, size_t size, size_t at, unsigned flags, long width,
                                const char* prefix, long zeroes, const char* digits,
                                long length) {
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

static inline const char* sign_of(int negative, unsigned flags) {
  if (negative) return "-";
  if ((flags & kPlus) != 0) return "+";
  return (flags & kSpace) != 0 ? " " : "";
}

#endif
