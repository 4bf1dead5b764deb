// A condition variable knows the waiters among the first 64 threads only.
// overtake: exit=5
// overtake: stdout=wait on a condition variable
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int done;

void *waits(void *arg) {
  pthread_mutex_lock(&m);
  while (!done) pthread_cond_wait(&c, &m);
  pthread_mutex_unlock(&m);
  return arg;
}

void *nothing(void *arg) { return arg; }

int main(void) {
  pthread_t t;
  for (int i = 0; i < 64; ++i) {
    pthread_create(&t, 0, nothing, 0);
    pthread_join(t, 0);
  }
  pthread_create(&t, 0, waits, 0);
  pthread_mutex_lock(&m);
  done = 1;
  pthread_cond_signal(&c);
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
