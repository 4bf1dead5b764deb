// A barrier that is initialized must be destroyed before it is initialized again; a count of 0 is refused.
// overtake: model=sc,tso,pso verdict=error kind=barrier-misuse line=13
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void) {
  pthread_barrier_t b;
  assert(pthread_barrier_init(&b, NULL, 0) == EINVAL);
  pthread_barrier_init(&b, NULL, 1);
  pthread_barrier_destroy(&b);
  pthread_barrier_init(&b, NULL, 1);
  pthread_barrier_init(&b, NULL, 1);  // fails
}
