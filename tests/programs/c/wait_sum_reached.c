// The sum stays at 9 in the end: the wait is one, the additions have 3! orders.
// overtake: model=sc,tso,pso verdict=safe executions=6
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
  while (sum != 9) {
  }
}
