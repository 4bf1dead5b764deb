// A barrier that turns its sense around, passed twice by N threads. Right under every model.
#include "threads.h"
#ifndef N
#define N 3
#endif

atomic_int waiting, sense, arrived[2];

static void pass(int mine) {
  if (fetch_add(waiting, 1) == N - 1) {
    store(waiting, 0);
    publish(sense, mine);
  } else {
    await(load(sense) == mine);
  }
}

void* work(void* unused) {
  (void)unused;
  for (int round = 0; round < 2; round++) {
    fetch_add(arrived[round], 1);
    pass(1 - round);
    assert(load(arrived[round]) == N);
  }
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) start(work, i);
}
