// Lamport's bakery for two threads, each of which enters once.
#include "subject.h"

atomic_int choosing[2], ticket[2], counter;

static void enter(int i) {
  int other = 1 - i;
  store(choosing[i], 1);
  before_looking();
  int mine = load(ticket[other]) + 1;
  store(ticket[i], mine);
  before_publishing();
  store(choosing[i], 0);
  before_looking();
  while (load(choosing[other])) {
  }
  for (;;) {
    int theirs = load(ticket[other]);
    if (theirs == 0 || theirs > mine || (theirs == mine && other > i)) break;
  }
}

static void leave(int i) {
  before_publishing();
  store(ticket[i], 0);
}

void* work(void* argument) {
  int i = number(argument);
  enter(i);
  store(counter, load(counter) + 1);
  leave(i);
  return NULL;
}

int main(void) { run_both(work, work); }
