// A timed semaphore: what was not obtained in time is still there.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

sem_t s;

void* poster(void* p) { sem_post(&s); return p; }

int main(void) {
  pthread_t t;
  int left;
  sem_init(&s, 0, 0);
  pthread_create(&t, 0, poster, 0);
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_nsec = 0;
  end.tv_sec += 1;
  int r = sem_timedwait(&s, &end);
  assert(r == 0 || errno == ETIMEDOUT);
  pthread_join(t, 0);
  sem_getvalue(&s, &left);
  assert(left == (r == 0 ? 0 : 1));
  sem_destroy(&s);
}
