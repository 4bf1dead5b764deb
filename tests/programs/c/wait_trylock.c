// A lock that is tried until it is there.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <sched.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int count;

void *works(void *argument) {
  int attempts = 0;
  while (pthread_mutex_trylock(&m) != 0)
    if (++attempts % 100 == 0) sched_yield();
  ++count;
  pthread_mutex_unlock(&m);
  return argument;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, works, 0);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
  assert(count == 3);
}
