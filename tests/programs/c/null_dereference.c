// A pointer that another thread has not set yet.
// overtake: model=sc,tso,pso verdict=error kind=null-dereference line=16
#include <pthread.h>

int target;
int* published;

void* publish(void* arg) {
  published = &target;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, publish, NULL);
  *published = 1;  // fails
  pthread_join(t, NULL);
}
