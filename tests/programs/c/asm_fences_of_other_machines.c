// Fences of POWER and ARM in programs that were written for them: sync and dmb are full, lwsync orders
// writes only.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>

int x, y, r1, r2;
int data, flag, seen;

void* left(void* arg) {
  data = 1;
  asm volatile("lwsync" ::: "memory");
  flag = 1;
  x = 1;
  asm volatile("sync" ::: "memory");
  r1 = y;
  return arg;
}

void* right(void* arg) {
  y = 1;
  asm volatile("dmb ish" ::: "memory");
  r2 = x;
  seen = flag;
  asm volatile("isync");
  if (seen) assert(data == 1);
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
