// The malloc family: sizes of zero, overflow, alignment, realloc.
// overtake: model=sc,tso,pso verdict=safe executions=1
#define _GNU_SOURCE
#include <assert.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  void* a = malloc(0);
  void* b = malloc(0);
  assert(a != NULL && a != b);
  free(a);
  free(b);
  free(NULL);
  volatile size_t huge = SIZE_MAX / 2;
  assert(calloc(huge, 3) == NULL && malloc(huge) == NULL);
  int* zeroes = calloc(4, sizeof *zeroes);
  assert(zeroes[3] == 0);
  zeroes[1] = 11;
  zeroes = realloc(zeroes, 100 * sizeof *zeroes);
  assert(zeroes[1] == 11);
  zeroes = realloc(zeroes, 2 * sizeof *zeroes);
  assert(zeroes[1] == 11 && malloc_usable_size(zeroes) >= 8);
  free(zeroes);
  void* aligned = aligned_alloc(64, 128);
  assert((uintptr_t)aligned % 64 == 0);
  free(aligned);
  assert(posix_memalign(&aligned, 256, 10) == 0 && (uintptr_t)aligned % 256 == 0);
  free(aligned);
}
