// A pool of two workers that wait for jobs on a condition variable until it is closed.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

enum { WORKERS = 2, JOBS = 2 };

struct pool {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  int queued, done;
  bool closed;
} pool = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, false};

void* worker(void* arg) {
  pthread_mutex_lock(&pool.lock);
  for (;;) {
    while (pool.queued == 0 && !pool.closed) pthread_cond_wait(&pool.changed, &pool.lock);
    if (pool.queued == 0) break;
    pool.queued--;
    pool.done++;
  }
  pthread_mutex_unlock(&pool.lock);
  return arg;
}

int main(void) {
  pthread_t t[WORKERS];
  for (int i = 0; i < WORKERS; i++) pthread_create(&t[i], NULL, worker, NULL);
  pthread_mutex_lock(&pool.lock);
  pool.queued = JOBS;
  pool.closed = true;
  pthread_cond_broadcast(&pool.changed);
  pthread_mutex_unlock(&pool.lock);
  for (int i = 0; i < WORKERS; i++) pthread_join(t[i], NULL);
  assert(pool.done == JOBS);
}
