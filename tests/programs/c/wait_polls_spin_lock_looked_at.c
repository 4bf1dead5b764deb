// A look at the word of a spin lock can tell that a round was there.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int ready;

static void *waits(void *argument) {
  for (;;) {
    pthread_spin_lock(&lock);
    int now = ready;
    pthread_spin_unlock(&lock);
    if (now) break;
  }
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&t, 0, waits, 0);
  int held = *(volatile int *)&lock;
  pthread_spin_lock(&lock);
  ready = 1;
  pthread_spin_unlock(&lock);
  pthread_join(t, 0);
  assert(!held);
}
