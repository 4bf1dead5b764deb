// N threads enter four numbers each into a hash table of 128 by compare-exchange; they seldom meet.
// Right under every model.
#include "threads.h"
#ifndef N
#define N 12
#endif

enum { SIZE = 128, EACH = 4 };
atomic_int table[SIZE];

void* work(void* argument) {
  int i = number(argument);
  for (int k = 0; k < EACH; k++) {
    int word = i + 11 * k + 1;
    int at = word * 7 % SIZE;
    for (int probes = 0;; probes++) {
      assert(probes < SIZE);
      int empty = 0;
      if (cas(table[at], empty, word)) break;
      at = (at + 1) % SIZE;
    }
  }
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) start(work, i);
}
