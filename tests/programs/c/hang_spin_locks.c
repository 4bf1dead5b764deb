// Two spin locks taken in opposite order: both threads spin for ever.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

atomic_int first, second;

void acquire(atomic_int* lock) {
  int expected = 0;
  while (!atomic_compare_exchange_strong(lock, &expected, 1)) expected = 0;
}

void* forward(void* arg) {
  acquire(&first);
  acquire(&second);
  second = 0;
  first = 0;
  return arg;
}

void* backward(void* arg) {
  acquire(&second);
  acquire(&first);
  first = 0;
  second = 0;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, forward, NULL);
  pthread_create(&b, NULL, backward, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
