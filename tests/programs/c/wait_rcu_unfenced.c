// A grace period of one nesting flag without a fence in the reader.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#define L(v) atomic_load(v)
#define S(v, x) atomic_store(v, x)
#define LR(v) atomic_load_explicit(v, memory_order_acquire)
#define SR(v, x) atomic_store_explicit(v, x, memory_order_release)
#define SX(v, x) atomic_store_explicit(v, x, memory_order_relaxed)

static atomic_int nest;
static int* _Atomic p;
static int v1 = 1;
static void* rd(void* x) {
  SX(&nest, 1);
  int* q = LR(&p);
  assert(*q != 99);
  SR(&nest, 0);
  return 0;
}
int main(void) {
  int* o = malloc(4);
  *o = 1;
  p = o;
  pthread_t t;
  pthread_create(&t, 0, rd, 0);
  S(&p, &v1);
  while (L(&nest)) {
  }
  *o = 99;
  pthread_join(t, 0);
  free(o);
}
