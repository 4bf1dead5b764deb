/* stdlib.h: sorting, searching, random numbers. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "internal.h"

typedef int (*compare_type)(const void*, const void*);

/* Insertion sort: stable, and it writes only what moves. */
void qsort(void* base, size_t count, size_t size, compare_type compare) {
  char* array = base;
  unsigned char moved[size > 0 ? size : 1];
  for (size_t i = 1; i < count; ++i) {
    char* element = array + i * size;
    size_t place = i;
    while (place > 0 && compare(array + (place - 1) * size, element) > 0) --place;
    if (place == i) continue;
    __builtin_memcpy(moved, element, size);
    __builtin_memmove(array + (place + 1) * size, array + place * size, (i - place) * size);
    __builtin_memcpy(array + place * size, moved, size);
  }
}

void* bsearch(const void* key, const void* base, size_t count, size_t size, compare_type compare) {
  const char* first = base;
  while (count > 0) {
    const char* middle = first + count / 2 * size;
    const int order = compare(key, middle);
    if (order == 0) return (void*)middle;
    if (order > 0) {
      first = middle + size;
      count -= count / 2 + 1;
    } else {
      count /= 2;
    }
  }
  return NULL;
}

/* The generators are deterministic. Their hidden state is one per thread: in glibc it is shared
 * guarded by a lock, which would order threads that only want a number. */
static _Thread_local uint64_t state = 1;

static uint32_t step(uint64_t* s) {
  *s = *s * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (uint32_t)(*s >> 33); /* 31 bits */
}

int rand(void) { return (int)step(&state); }
void srand(unsigned seed) { state = seed; }
long random(void) { return (long)step(&state); }
void srandom(unsigned seed) { state = seed; }
long lrand48(void) { return (long)step(&state); }
void srand48(long seed) { state = (uint64_t)seed; }
double drand48(void) { return step(&state) / 2147483648.0; }

int rand_r(unsigned* seed) {
  uint64_t s = *seed;
  const uint32_t value = step(&s);
  *seed = (unsigned)(s >> 32);
  return (int)value;
}
