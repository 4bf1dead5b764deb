// A ticket lock with a waiting array: only the next in line spins on the lock itself.
// N: threads. Right under every model.
#include "critical.h"
#ifndef N
#define N 3
#endif

atomic_int next, serving, slots[N];

static void lock(void) {
  int mine = fetch_add(next, 1);
  int distance = mine - load(serving);
  if (distance == 0) return;
  if (distance > 1) {
    int seen = load(slots[mine % N]);
    if (mine - load(serving) > 1) await(load(slots[mine % N]) != seen);
  }
  await(load(serving) == mine);
}

static void unlock(void) {
  int following = load(serving) + 1;
  set(serving, following);
  fetch_add(slots[(following + 1) % N], 1);
}

void* work(void* argument) {
  (void)argument;
  lock();
  critical_section();
  unlock();
  return NULL;
}

int main(void) { run_exclusive(work, N, 1); }
