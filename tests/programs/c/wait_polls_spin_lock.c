// A poll under a spin lock of pthreads, which is released by a store.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int ready;
static int data;

static void *waits(void *argument) {
  for (;;) {
    pthread_spin_lock(&lock);
    int now = ready;
    pthread_spin_unlock(&lock);
    if (now) break;
  }
  assert(data == 1);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&t, 0, waits, 0);
  data = 1;
  pthread_spin_lock(&lock);
  ready = 1;
  pthread_spin_unlock(&lock);
  pthread_join(t, 0);
  pthread_spin_destroy(&lock);
}
