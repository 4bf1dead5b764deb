// Sequentially consistent atomics forbid store buffering: a seq_cst store carries a full fence.
// overtake: model=sc,tso,pso verdict=safe executions=3
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int r1, r2;

void* left(void* arg) {
  x = 1;
  r1 = y;
  return arg;
}

void* right(void* arg) {
  atomic_store(&y, 1);
  r2 = atomic_load(&x);
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
