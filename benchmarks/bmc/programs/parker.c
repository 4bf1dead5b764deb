// A parker: a thread parks until another has given it a permit. park() takes the permit by a plain
// exchange of flags around a mutex; unpark() looks at the flag without one, and with a store buffer
// in between the wake-up is lost.
#include <assert.h>
#include <pthread.h>

volatile int permit;     // 1: unpark was called
volatile int parked;     // 1: the owner waits, or is about to
volatile int work, seen; // what the permit is for
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t woken = PTHREAD_COND_INITIALIZER;

static void park(void) {
  parked = 1;
  if (permit) {
    parked = 0;
    permit = 0;
    return;
  }
  pthread_mutex_lock(&mutex);
  if (!permit) pthread_cond_wait(&woken, &mutex);
  permit = 0;
  parked = 0;
  pthread_mutex_unlock(&mutex);
}

static void unpark(void) {
  permit = 1;
  if (parked) {
    pthread_mutex_lock(&mutex);
    pthread_cond_signal(&woken);
    pthread_mutex_unlock(&mutex);
  }
}

void* owner(void* unused) {
  (void)unused;
  park();
  seen = work;
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, owner, 0);
  work = 1;
  unpark();
  pthread_join(thread, 0);
  assert(seen == 1);
}
