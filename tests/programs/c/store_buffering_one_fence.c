// One fence is not enough for store buffering: the other thread's read still overtakes its write.
// overtake: model=sc verdict=safe executions=3
// overtake: model=tso verdict=error kind=assertion line=31
// overtake: model=pso verdict=error kind=assertion line=31
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

int x, y, r1, r2;

void* left(void* arg) {
  x = 1;
  atomic_thread_fence(memory_order_seq_cst);
  r1 = y;
  return arg;
}

void* right(void* arg) {
  y = 1;
  atomic_signal_fence(memory_order_seq_cst);  // for the compiler only
  r2 = x;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 == 1 || r2 == 1);  // fails
}
