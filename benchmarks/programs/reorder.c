// N threads store a, then b; one thread checks that it sees both or none, which is wrong under
// every model. N: writers. -DCHECK asserts it.
#include "threads.h"
#ifndef N
#define N 9
#endif

atomic_int a, b;

void* write_both(void* unused) {
  (void)unused;
  store(a, 1);
  store(b, -1);
  return NULL;
}

void* check(void* unused) {
  (void)unused;
  int good = (load(a) == 0 && load(b) == 0) || (load(a) == 1 && load(b) == -1);
#ifdef CHECK
  assert(good);
#endif
  (void)good;
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) start(write_both, i);
  start(check, N);
}
