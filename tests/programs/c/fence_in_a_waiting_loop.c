// A thread waits in a loop whose iterations end with a full fence, and another thread waits for it. Both waits end.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <pthread.h>
#include <stdatomic.h>

static volatile int held = 1, done = 0;

static void *first(void *unused) {
  (void)unused;
  while (held == 1) atomic_thread_fence(memory_order_seq_cst);
  done = 1;
  return 0;
}

static void *second(void *unused) {
  (void)unused;
  while (done == 0) {
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  held = 0;
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
