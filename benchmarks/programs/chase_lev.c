// The deque of Chase and Lev, of fixed size: the owner pushes N items and pops as many, two thieves
// steal one each. Right under every model; -DNO_FENCE leaves the fence of pop out, which is
// right under SC only.
#include "threads.h"
#ifndef N
#define N 2
#endif

atomic_int top, bottom, items[N], taken[N + 1];

static void push(int value) {
  int b = load(bottom);
  store(items[b % N], value);
  publish(bottom, b + 1);
}

static int pop(void) {
  int b = load(bottom) - 1;
  publish(bottom, b);
#ifndef NO_FENCE
  fence();
#endif
  int t = load(top);
  if (t > b) {
    store(bottom, b + 1);
    return 0;
  }
  int value = load(items[b % N]);
  if (t == b) {
    if (!cas(top, t, t + 1)) value = 0;
    store(bottom, b + 1);
  }
  return value;
}

static int steal(void) {
  int t = load(top);
  int b = load(bottom);
  if (t >= b) return 0;
  int value = load(items[t % N]);
  return cas(top, t, t + 1) ? value : 0;
}

static void take(int value) {
  if (value) assert(exchange(taken[value], 1) == 0);
}

void* own(void* unused) {
  (void)unused;
  for (int k = 1; k <= N; k++) push(k);
  for (int k = 1; k <= N; k++) take(pop());
  return NULL;
}

void* thief(void* unused) {
  (void)unused;
  take(steal());
  return NULL;
}

int main(void) {
  start(own, 0);
  start(thief, 1);
  start(thief, 2);
}
