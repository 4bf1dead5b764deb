/* string.h, the functions on memory. Copies go through the machine's own copy, which picks the
 * sizes of the accesses; comparisons copy blocks into local memory first, so that shared words are
 * read with the sizes they were written with, not byte by byte. */
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

#include "internal.h"

#define BLOCK 64u

void* memcpy(void* restrict to, const void* restrict from, size_t size) {
  return __builtin_memcpy(to, from, size);
}

void* memmove(void* to, const void* from, size_t size) { return __builtin_memmove(to, from, size); }
void* memset(void* to, int value, size_t size) { return __builtin_memset(to, value, size); }
void bzero(void* to, size_t size) { __builtin_memset(to, 0, size); }
void explicit_bzero(void* to, size_t size) { __builtin_memset(to, 0, size); }
void bcopy(const void* from, void* to, size_t size) { __builtin_memmove(to, from, size); }

void* mempcpy(void* restrict to, const void* restrict from, size_t size) {
  __builtin_memcpy(to, from, size);
  return (char*)to + size;
}

int memcmp(const void* a, const void* b, size_t size) {
  unsigned char left[BLOCK];
  unsigned char right[BLOCK];
  for (size_t done = 0; done < size; done += BLOCK) {
    const size_t part = size - done < BLOCK ? size - done : BLOCK;
    __builtin_memcpy(left, (const char*)a + done, part);
    __builtin_memcpy(right, (const char*)b + done, part);
    for (size_t i = 0; i < part; ++i)
      if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
  }
  return 0;
}

int bcmp(const void* a, const void* b, size_t size) { return memcmp(a, b, size); }

void* memchr(const void* memory, int value, size_t size) {
  const unsigned char* bytes = memory;
  for (size_t i = 0; i < size; ++i)
    if (bytes[i] == (unsigned char)value) return (void*)(bytes + i);
  return NULL;
}

void* memrchr(const void* memory, int value, size_t size) {
  const unsigned char* bytes = memory;
  while (size-- > 0)
    if (bytes[size] == (unsigned char)value) return (void*)(bytes + size);
  return NULL;
}

void* rawmemchr(const void* memory, int value) {
  const unsigned char* bytes = memory;
  while (*bytes != (unsigned char)value) ++bytes;
  return (void*)bytes;
}

void* memccpy(void* restrict to, const void* restrict from, int value, size_t size) {
  unsigned char* out = to;
  const unsigned char* in = from;
  for (size_t i = 0; i < size; ++i) {
    const unsigned char byte = in[i];
    out[i] = byte;
    if (byte == (unsigned char)value) return out + i + 1;
  }
  return NULL;
}

void* memmem(const void* haystack, size_t size, const void* needle, size_t needle_size) {
  if (needle_size > size) return NULL;
  const char* start = haystack;
  for (size_t i = 0; i + needle_size <= size; ++i)
    if (memcmp(start + i, needle, needle_size) == 0) return (void*)(start + i);
  return NULL;
}
