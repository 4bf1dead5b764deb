// A barrier at which a thread waits must not be destroyed: nothing orders the two.
// overtake: model=sc,tso,pso verdict=error kind=barrier-misuse
#include <pthread.h>

pthread_barrier_t b;

void* worker(void* arg) {
  pthread_barrier_wait(&b);
  return arg;
}

int main(void) {
  pthread_barrier_init(&b, NULL, 2);
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_barrier_destroy(&b);
  pthread_join(t, NULL);
}
