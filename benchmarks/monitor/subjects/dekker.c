// Dekker's mutual exclusion for two threads, each of which enters ROUNDS times.
#include "subject.h"
#ifndef ROUNDS
#define ROUNDS 1
#endif

atomic_int wants[2], turn, counter;

static void enter(int i) {
  store(wants[i], 1);
  before_looking();
  while (load(wants[1 - i])) {
    if (load(turn) != i) {
      store(wants[i], 0);
      before_looking();
      while (load(turn) != i) {
      }
      store(wants[i], 1);
      before_looking();
    }
  }
}

static void leave(int i) {
  before_publishing();
  store(turn, 1 - i);
  before_publishing();
  store(wants[i], 0);
}

void* work(void* argument) {
  int i = number(argument);
  for (int round = 0; round < ROUNDS; round++) {
    enter(i);
    store(counter, load(counter) + 1);
    leave(i);
  }
  return NULL;
}

int main(void) { run_both(work, work); }
