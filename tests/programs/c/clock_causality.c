// Who sees what another thread did after its sleep knows that the time has passed; who does not, need not.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

atomic_int x;

static long seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec;
}

void* sleeper(void* arg) {
  sleep(5);
  atomic_store(&x, 1);
  return arg;
}

int main(void) {
  const long start = seconds();
  pthread_t t;
  pthread_create(&t, NULL, sleeper, NULL);
  if (atomic_load(&x))
    assert(seconds() - start >= 5);
  else
    assert(seconds() - start < 5);
  pthread_join(t, NULL);
  assert(seconds() - start >= 5);
}
