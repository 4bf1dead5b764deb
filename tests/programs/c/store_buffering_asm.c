// Fences written as x86 assembly: mfence on one side, a locked instruction on the other.
// overtake: model=sc,tso,pso verdict=safe executions=3
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2;

void* left(void* arg) {
  x = 1;
  asm volatile("mfence" ::: "memory");
  r1 = y;
  return arg;
}

void* right(void* arg) {
  int one = 1;
  asm volatile("xchgl %0, %1" : "+r"(one), "+m"(y)::"memory");
  r2 = x;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 == 1 || r2 == 1);
}
