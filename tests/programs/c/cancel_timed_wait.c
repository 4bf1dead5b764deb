// A timed wait ends by its time or by cancellation; in both cases the mutex is held.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int left;

static void leave(void* arg) {
  left++;
  pthread_mutex_unlock(&m);
}

void* waiter(void* arg) {
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec++;
  pthread_mutex_lock(&m);
  pthread_cleanup_push(leave, NULL);
  assert(pthread_cond_timedwait(&c, &m, &until) == ETIMEDOUT);
  pthread_cleanup_pop(1);
  return NULL;
}

int main(void) {
  pthread_t t;
  void* result;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(left == 1 && (result == NULL || result == PTHREAD_CANCELED));
}
