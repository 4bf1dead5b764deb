// Dekker's mutual exclusion for two threads, each of which enters once.
#include "subject.h"

atomic_int wants[2], turn, counter;

static void enter(int i) {
  store(wants[i], 1);
  before_looking();
  while (load(wants[1 - i])) {
    if (load(turn) != i) {
      store(wants[i], 0);
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
  enter(i);
  store(counter, load(counter) + 1);
  leave(i);
  return NULL;
}

int main(void) { run_both(work, work); }
