// The release of a spin lock is no fence, also not the last one of a poll: both may read 0.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int ready;
static volatile int x, y, r1, r2;

static void *waits(void *argument) {
  for (;;) {
    pthread_spin_lock(&lock);
    int now = ready;
    pthread_spin_unlock(&lock);
    if (now) break;
  }
  x = 1;
  r1 = y;
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&t, 0, waits, 0);
  pthread_spin_lock(&lock);
  ready = 1;
  pthread_spin_unlock(&lock);
  y = 1;
  r2 = x;
  pthread_join(t, 0);
  assert(r1 || r2);
}
