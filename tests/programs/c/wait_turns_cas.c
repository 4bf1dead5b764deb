// A lock with the holder's number in it, taken and given back by compare-and-swap; two threads wait
// for their turn to count under it.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int lock;
static int next;

static void take(int me) {
  for (;;) {
    int nobody = 0;
    if (atomic_compare_exchange_strong(&lock, &nobody, me)) return;
    sched_yield();
  }
}

static void leave(int me) {
  int holder = me;
  if (!atomic_compare_exchange_strong(&lock, &holder, 0)) assert(0);
}

static void *counts(void *argument) {
  const int me = (int)(intptr_t)argument;
  for (;;) {
    take(me);
    if (next == me - 1) break;
    leave(me);
  }
  next = me;
  leave(me);
  return 0;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&second, 0, counts, (void *)2);
  pthread_create(&first, 0, counts, (void *)1);
  pthread_join(first, 0);
  pthread_join(second, 0);
  assert(next == 2);
}
