// A toy driver in which closing races with opening. N rounds of three openers. Nothing is asserted
// unless -DCHECK is given, which fails under every model.
#include "threads.h"
#ifndef N
#define N 1
#endif

atomic_int users, locked, flag;

void* close(void* unused) {
  (void)unused;
  if (load(flag) == 0) return NULL;
  int before = load(users);
  store(users, before - 1);
  store(locked, 0);
  int left = load(users);
#ifdef CHECK
  assert(left == 0);
#endif
  (void)left;
  return NULL;
}

void* open(void* unused) {
  (void)unused;
  int before = load(users);
  store(users, before + 1);
  if (load(locked) != 0) return NULL;
  store(locked, 1);
  store(flag, 1);
  return NULL;
}

int main(void) {
  start(close, 0);
  for (int i = 0; i < 3 * N; i++) start(open, i);
}
