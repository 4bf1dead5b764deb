// The thread that sees that it was the first works alone. N: threads. Right under every model.
#include "threads.h"
#ifndef N
#define N 4
#endif

atomic_int r, s;

void* work(void* unused) {
  (void)unused;
  fetch_add(r, 1);
  if (load(r) == 1) {
    int before = load(s);
    store(s, before + 1);
    assert(load(s) == before + 1);
  }
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) start(work, i);
}
