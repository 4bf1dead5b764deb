// The readers-writers lock that Linux had: a count of what is free, of which a reader takes 1 and a writer
// all. Who comes too early gives back what it took, looks, and tries again. N: threads, each of which
// reads and then writes. Right under every model.
#include "threads.h"
#ifndef N
#define N 2
#endif

enum { ALL = 0x00100000 };

atomic_int unused_part = ALL, data;

static void take(int amount, int enough) {
  int found = fetch_add(unused_part, -amount);
  while (found < enough) {
    fetch_add(unused_part, amount);
    await(load(unused_part) >= enough);
    found = fetch_add(unused_part, -amount);
  }
}

void* work(void* argument) {
  (void)argument;
  take(1, 1);
  int seen = load(data);
  assert(load(data) == seen);
  fetch_add(unused_part, 1);
  take(ALL, ALL);
  seen = load(data);
  store(data, seen + 1);
  assert(load(data) == seen + 1);
  fetch_add(unused_part, ALL);
  return NULL;
}

int main(void) {
  run(work, N);
  assert(load(data) == N);
}
