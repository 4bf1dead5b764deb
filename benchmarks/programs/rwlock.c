// A readers-writers lock in one word: compare-exchange of the number of readers, -1 for a writer.
// N: readers; one writer. Right under every model.
#include "threads.h"
#ifndef N
#define N 2
#endif

atomic_int users, left, right;

void* read(void* unused) {
  (void)unused;
  int seen;
  do {
    await((seen = load(users)) >= 0);
  } while (!cas(users, seen, seen + 1));
  assert(load(left) == load(right));
  fetch_add(users, -1);
  return NULL;
}

void* write(void* unused) {
  (void)unused;
  int unlocked;
  do {
    unlocked = 0;
  } while (!cas(users, unlocked, -1));
  store(left, 1);
  store(right, 1);
  publish(users, 0);
  return NULL;
}

int main(void) {
  start(write, 0);
  for (int i = 0; i < N; i++) start(read, i);
}
