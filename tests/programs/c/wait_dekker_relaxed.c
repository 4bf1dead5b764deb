// Dekker's algorithm with relaxed requests, and waiting for the turn.
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define LR(v) atomic_load_explicit(v, memory_order_acquire)
#define SR(v, x) atomic_store_explicit(v, x, memory_order_release)
#define SX(v, x) atomic_store_explicit(v, x, memory_order_relaxed)

static atomic_int want[2], turn;
static int in;
static void* w(void* x) {
  int i = (long)x;
  SX(&want[i], 1);
  while (LR(&want[!i]))
    if (LR(&turn) != i) {
      SX(&want[i], 0);
      while (LR(&turn) != i) {
      }
      SX(&want[i], 1);
    }
  int c = in;
  in = c + 1;
  SR(&turn, !i);
  SR(&want[i], 0);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, (void*)1);
  w(0);
  pthread_join(t, 0);
  assert(in == 2);
}
