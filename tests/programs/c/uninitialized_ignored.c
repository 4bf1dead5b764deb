// Programs that rely on fresh memory being zero can say so.
// overtake: args=--ignore uninitialized
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int main(void) {
  int *counters = malloc(4 * sizeof *counters);
  pthread_mutex_t *mutex = malloc(sizeof *mutex);
  pthread_mutex_lock(mutex);
  assert(counters[2] == 0);
  pthread_mutex_unlock(mutex);
  free(counters);
  free(mutex);
}
