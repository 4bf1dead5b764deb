// A ticket lock with bounded waiting: who is not served after two looks gives up its turn, which
// blocks nobody in so short a program. Mutual exclusion must hold.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next_ticket, serving;
int inside;

void* work(void* arg) {
  unsigned mine = atomic_fetch_add(&next_ticket, 1);
  for (int look = 0; look < 2; look++) {
    if (atomic_load_explicit(&serving, memory_order_acquire) == mine) {
      inside++;
      assert(inside == 1);
      inside--;
      atomic_store_explicit(&serving, mine + 1, memory_order_release);
      return arg;
    }
  }
  return arg;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
}
