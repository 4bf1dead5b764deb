// The thread that has the lock looks whether it has it: in a round that is no effect.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int owner;
static int ready;
static int data;

static void lock(int self) {
  int nobody = 0;
  while (!atomic_compare_exchange_weak(&owner, &nobody, self)) nobody = 0;
}

static void unlock(int self) {
  assert(atomic_load(&owner) == self);
  atomic_store(&owner, 0);
}

static void *waits(void *argument) {
  for (int now = 0; !now;) {
    lock(1);
    now = ready;
    unlock(1);
  }
  assert(data == 1);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  data = 1;
  lock(2);
  ready = 1;
  unlock(2);
  pthread_join(t, 0);
}
