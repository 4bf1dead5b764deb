// A thread waits for a flag in the frame of a function that returns before it has looked again.
// overtake: model=sc,tso,pso verdict=error kind=dead-stack-object line=10
#include <pthread.h>
#include <stdatomic.h>

atomic_int left;

void* waiter(void* arg) {
  atomic_int* flag = arg;
  while (!atomic_load(&left)) (void)atomic_load(flag);
  return NULL;
}

pthread_t begin(void) {
  atomic_int flag = 0;
  pthread_t t;
  pthread_create(&t, NULL, waiter, &flag);
  atomic_store(&flag, 1);
  return t;
}

int main(void) {
  pthread_t t = begin();
  left = 1;
  pthread_join(t, NULL);
}
