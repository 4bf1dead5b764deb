// Two threads poll under a recursive spin lock with an owner and a depth. There are few states, but
// many executions with one iteration or two.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int owner;
int depth, ready;

void lock(int me) {
  if (atomic_load_explicit(&owner, memory_order_relaxed) == me) {
    depth++;
    return;
  }
  int nobody = 0;
  while (!atomic_compare_exchange_strong(&owner, &nobody, me)) nobody = 0;
  depth = 1;
}

void unlock(int me) {
  assert(atomic_load_explicit(&owner, memory_order_relaxed) == me);
  if (--depth == 0) atomic_store_explicit(&owner, 0, memory_order_release);
}

void* polls(void* number) {
  const int me = *(int*)number;
  for (int now = 0; !now;) {
    lock(me);
    lock(me);
    now = ready;
    unlock(me);
    unlock(me);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  int number[2] = {1, 2};
  pthread_create(&a, 0, polls, &number[0]);
  pthread_create(&b, 0, polls, &number[1]);
  lock(3);
  ready = 1;
  unlock(3);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
