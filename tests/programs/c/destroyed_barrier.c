// A barrier used again after it was destroyed. (Destroying it as soon as one is through is fine.)
// overtake: model=sc,tso,pso verdict=error kind=barrier-misuse line=19
#include <pthread.h>

pthread_barrier_t barrier;

void* work(void* arg) {
  pthread_barrier_wait(&barrier);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&barrier, NULL, 2);
  pthread_create(&t, NULL, work, NULL);
  pthread_barrier_wait(&barrier);
  pthread_barrier_destroy(&barrier);
  pthread_join(t, NULL);
  pthread_barrier_wait(&barrier);  // fails
}
