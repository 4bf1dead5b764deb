// A barrier can be destroyed once.
// overtake: model=sc,tso,pso verdict=error kind=barrier-misuse line=10
#include <pthread.h>

pthread_barrier_t b;

int main(void) {
  pthread_barrier_init(&b, NULL, 1);
  pthread_barrier_destroy(&b);
  pthread_barrier_destroy(&b);  // fails
}
