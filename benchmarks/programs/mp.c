// Message passing, N times side by side. Right under SC and TSO; -DCHECK asserts it, which fails
// under PSO.
#include "threads.h"
#ifndef N
#define N 1
#endif

atomic_int x[N], y[N];

void* send(void* argument) {
  int i = number(argument);
  store(x[i], 1);
  store(y[i], 1);
  return NULL;
}

void* receive(void* argument) {
  int i = number(argument);
  int flag = load(y[i]);
  int data = load(x[i]);
#ifdef CHECK
  assert(!flag || data);
#endif
  (void)flag, (void)data;
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    start(send, i);
    start(receive, i);
  }
}
