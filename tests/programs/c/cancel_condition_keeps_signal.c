// One of two waiters is cancelled, and one signal is sent: it is not lost, no matter which of them it is for.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int waiting, woken;

static void unlock(void* arg) { pthread_mutex_unlock(&m); }

void* waiter(void* arg) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(unlock, NULL);
  ++waiting;
  pthread_cond_wait(&c, &m);
  if (++woken == 1) pthread_cond_signal(&c);
  pthread_cleanup_pop(1);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  void *first, *second;
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, waiter, NULL);
  pthread_mutex_lock(&m);
  const int both = waiting == 2;
  pthread_mutex_unlock(&m);
  if (!both) exit(0);
  pthread_cancel(a);
  pthread_cond_signal(&c);
  pthread_join(a, &first);
  pthread_join(b, &second);
  assert(second == NULL && (first == NULL || first == PTHREAD_CANCELED));
}
