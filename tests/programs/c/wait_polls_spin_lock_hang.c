// A poll under a spin lock for what is only said if something else was said before.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>

static pthread_spinlock_t lock;
static int asked;
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
  pthread_spin_lock(&lock);
  if (asked) ready = 1;
  pthread_spin_unlock(&lock);
  pthread_join(t, 0);
}
