// A thread tries to take two units of a counter, by taking one and giving it back if there are not
// two. Another one waits until the counter is 0: it may be so for a moment, before the units are
// taken.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=21
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int units = 1, flag;

static void *takes(void *argument) {
  while (atomic_fetch_sub(&units, 1) != 2) atomic_fetch_add(&units, 1);
  flag = 1;
  atomic_store(&units, 0);
  return argument;
}

static void *waits(void *argument) {
  while (atomic_load(&units) != 0) {
  }
  assert(flag == 1);
  return argument;
}

static void *gives(void *argument) {
  atomic_fetch_add(&units, 1);
  return argument;
}

int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, takes, 0);
  pthread_create(&u, 0, waits, 0);
  pthread_create(&v, 0, gives, 0);
  pthread_exit(0);
}
