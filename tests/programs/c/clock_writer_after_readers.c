// A writer that follows two readers is later than both of them, whatever order they came in.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

#define MS 1000000LL
pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
atomic_int inside;

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void *reader(void *duration) {
  pthread_rwlock_rdlock(&lock);
  atomic_fetch_add_explicit(&inside, 1, memory_order_relaxed);
  nanosleep(&(struct timespec){0, (long)duration * MS}, 0);
  pthread_rwlock_unlock(&lock);
  return NULL;
}

int main(void) {
  long long begun = now();
  pthread_t a, b;
  pthread_create(&a, NULL, reader, (void *)10L);
  pthread_create(&b, NULL, reader, (void *)30L);
  while (atomic_load_explicit(&inside, memory_order_relaxed) != 2) {
  }
  pthread_rwlock_wrlock(&lock);
  assert(now() - begun >= 30 * MS);
  pthread_rwlock_unlock(&lock);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
