// A thread that waits on a condition variable is cancelled: its handler runs with the mutex held, and gives it back.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int cleaned;

static void unlock(void* arg) {
  cleaned++;
  pthread_mutex_unlock(&m);
}

void* waiter(void* arg) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, NULL);
  for (;;) pthread_cond_wait(&c, &m);
  pthread_cleanup_pop(0);
  return arg;
}

int main(void) {
  pthread_t t;
  void* result;
  pthread_create(&t, NULL, waiter, NULL);
  assert(pthread_cancel(t) == 0);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED);
  pthread_mutex_lock(&m);
  assert(cleaned == 1);
  pthread_mutex_unlock(&m);
}
