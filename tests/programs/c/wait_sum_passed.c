// Waits for a sum of three numbers to be 5, which it is only for a moment, and only if 2 and 3 come before 4.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

atomic_int sum;

void* adds(void* number) {
  atomic_fetch_add(&sum, (int)(long)number);
  return 0;
}

int main() {
  pthread_t t[3];
  for (long i = 0; i < 3; i++) pthread_create(&t[i], 0, adds, (void*)(i + 2));
  while (sum != 5) {
  }
}
