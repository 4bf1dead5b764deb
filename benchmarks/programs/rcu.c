// Read-copy-update with a flag a reader: the writer publishes a new version, waits until each
// reader was seen outside, and frees the old one. N: readers. Right under every model.
#include "threads.h"
#ifndef N
#define N 2
#endif

#include <stdlib.h>

atomic_intptr_t current;
atomic_int reading[N];

void* read(void* argument) {
  int i = number(argument);
  set(reading[i], 1);
  int* version = (int*)load(current);
  assert(*version > 0);
  publish(reading[i], 0);
  return NULL;
}

void* update(void* unused) {
  (void)unused;
  int* fresh = malloc(sizeof *fresh);
  *fresh = 2;
  intptr_t old = exchange(current, (intptr_t)fresh);
  for (int i = 0; i < N; i++) await(!load(reading[i]));
  free((void*)old);
  return NULL;
}

int main(void) {
  int* first = malloc(sizeof *first);
  *first = 1;
  store(current, (intptr_t)first);
  for (int i = 0; i < N; i++) start(read, i);
  start(update, N);
}
