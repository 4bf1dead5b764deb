// N agents sell the seats of a plane and one looks whether it is full, without locks. Seats are
// oversold under every model; -DCHECK asserts that they are not.
#include "threads.h"
#ifndef N
#define N 3
#endif

enum { SEATS = N - 1 };
atomic_int sold, closed;

void* agent(void* unused) {
  (void)unused;
  if (load(closed)) return NULL;
  int before = load(sold);
  store(sold, before + 1);
  if (before + 1 >= SEATS) store(closed, 1);
  return NULL;
}

int main(void) {
  run(agent, N);
  int total = load(sold);
#ifdef CHECK
  assert(total <= SEATS);
#endif
  assert(total <= N);
}
