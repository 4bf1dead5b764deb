// Recursive functions, one of them in a thread of its own.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }

int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

void* work(void* arg) { return (void*)(intptr_t)fibonacci((int)(intptr_t)arg); }

int main(void) {
  pthread_t t;
  void* result;
  pthread_create(&t, NULL, work, (void*)12);
  assert(ackermann(2, 3) == 9);
  pthread_join(t, &result);
  assert(result == (void*)144);
}
