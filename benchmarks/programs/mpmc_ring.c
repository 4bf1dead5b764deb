// A bounded queue with a sequence number a slot: N producers and N consumers of one item each.
// Right under every model.
#include "threads.h"
#ifndef N
#define N 2
#endif

atomic_int head, tail, sequence[N], items[N], taken[N];

static int claim(atomic_int* position, int offset) {
  for (;;) {
    int at = load(*position);
    int ready = load(sequence[at % N]) - (at + offset);
    if (ready == 0 && cas(*position, at, at + 1)) return at;
  }
}

void* produce(void* argument) {
  int at = claim(&tail, 0);
  store(items[at % N], number(argument));
  publish(sequence[at % N], at + 1);
  return NULL;
}

void* consume(void* unused) {
  (void)unused;
  int at = claim(&head, 1);
  int item = load(items[at % N]);
  publish(sequence[at % N], at + N);
  assert(exchange(taken[item], 1) == 0);
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) store(sequence[i], i);
  for (int i = 0; i < N; i++) start(produce, i);
  for (int i = 0; i < N; i++) start(consume, i);
}
