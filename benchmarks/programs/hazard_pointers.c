// A reader announces the object that it uses; the writer replaces the object N times and frees what
// no thread has announced. Right under every model; -DNO_FENCE makes it a use after
// free under TSO and PSO.
#include "threads.h"
#ifndef N
#define N 1
#endif

#include <stdlib.h>

atomic_intptr_t current, announced;

void* read(void* unused) {
  (void)unused;
  intptr_t mine;
  do {
    mine = load(current);
    store(announced, mine);
#ifndef NO_FENCE
    fence();
#endif
  } while (load(current) != mine);
  assert(*(int*)mine >= 0);
  publish(announced, 0);
  return NULL;
}

void* replace(void* unused) {
  (void)unused;
  for (int k = 1; k <= N; k++) {
    int* fresh = malloc(sizeof *fresh);
    *fresh = k;
    intptr_t old = exchange(current, (intptr_t)fresh);
    if (load(announced) != old) free((void*)old);
  }
  return NULL;
}

int main(void) {
  int* first = malloc(sizeof *first);
  *first = 0;
  store(current, (intptr_t)first);
  start(read, 0);
  start(replace, 1);
}
