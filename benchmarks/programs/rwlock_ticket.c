// A fair readers-writers lock of tickets: readers let the next reader in at once.
// N: readers; one writer. Right under every model.
#include "threads.h"
#ifndef N
#define N 2
#endif

atomic_int next, may_read, may_write, left, right;

void* read(void* unused) {
  (void)unused;
  int mine = fetch_add(next, 1);
  await(load(may_read) == mine);
  fetch_add(may_read, 1);
  assert(load(left) == load(right));
  fetch_add(may_write, 1);
  return NULL;
}

void* write(void* unused) {
  (void)unused;
  int mine = fetch_add(next, 1);
  await(load(may_write) == mine);
  store(left, 1);
  store(right, 1);
  fetch_add(may_read, 1);
  fetch_add(may_write, 1);
  return NULL;
}

int main(void) {
  start(write, 0);
  for (int i = 0; i < N; i++) start(read, i);
}
