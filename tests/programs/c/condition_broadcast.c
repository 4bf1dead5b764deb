// A gate for two waiters, opened by a broadcast.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c;
int open, passed;

void* waiter(void* arg) {
  pthread_mutex_lock(&m);
  if (!open) pthread_cond_wait(&c, &m);
  assert(open);
  passed++;
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_cond_init(&c, NULL);
  pthread_create(&a, NULL, waiter, NULL);
  pthread_create(&b, NULL, waiter, NULL);
  pthread_mutex_lock(&m);
  open = 1;
  pthread_cond_broadcast(&c);
  pthread_mutex_unlock(&m);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(passed == 2);
}
