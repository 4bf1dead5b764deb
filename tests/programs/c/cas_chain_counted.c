// A compare-and-swap that fails tries again with what it found. It finds a later value each time, and the last one twice: one execution for each set of the
// four values that is not empty.
// overtake: model=sc,tso,pso verdict=safe executions=15
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void* writes(void* unused) {
  for (int i = 1; i <= 3; i++) x = i;
  return 0;
}

int main() {
  pthread_t t;
  pthread_create(&t, 0, writes, 0);
  int found = x;
  while (!atomic_compare_exchange_strong(&x, &found, 9)) {
  }
}
