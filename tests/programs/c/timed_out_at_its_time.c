// Whatever times out, the clock then shows at least its deadline, also to those who only hear of it; a time that has
// passed is no reason to fail where there is nothing to wait for.
// overtake: model=sc,tso,pso verdict=safe
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t held = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
sem_t s;

static struct timespec in(long seconds) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  t.tv_sec += seconds;
  return t;
}

static int passed(struct timespec t) {
  struct timespec now = in(0);
  return now.tv_sec > t.tv_sec || (now.tv_sec == t.tv_sec && now.tv_nsec >= t.tv_nsec);
}

void* waiter(void* arg) {
  struct timespec t = in(1);
  assert(pthread_mutex_timedlock(&held, &t) == ETIMEDOUT && passed(t));
  t = in(2);
  assert(pthread_rwlock_timedrdlock(&rw, &t) == ETIMEDOUT && passed(t));
  t = in(3);
  assert(pthread_rwlock_timedwrlock(&rw, &t) == ETIMEDOUT && passed(t));
  t = in(4);
  assert(sem_timedwait(&s, &t) == -1 && errno == ETIMEDOUT && passed(t));
  t = in(5);
  pthread_mutex_lock(&m);
  assert(pthread_cond_timedwait(&c, &m, &t) == ETIMEDOUT && passed(t));
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  const struct timespec end = in(15);
  sem_init(&s, 0, 0);
  pthread_mutex_lock(&held);
  pthread_rwlock_wrlock(&rw);
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_join(t, NULL);
  assert(passed(end));
  const struct timespec past = {0};
  pthread_mutex_unlock(&held);
  assert(pthread_mutex_timedlock(&held, &past) == 0);
  assert(pthread_mutex_timedlock(&m, &(struct timespec){0, 1000000000}) == 0);
  assert(pthread_mutex_timedlock(&held, &(struct timespec){0, 1000000000}) == EINVAL);
  sem_post(&s);
  assert(sem_timedwait(&s, &past) == 0);
}
