// Store buffering in the handlers of two cancelled threads.
// overtake: model=sc verdict=safe executions=3
// overtake: model=tso,pso verdict=error kind=assertion line=35
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int r1, r2;

static void left(void* arg) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  r1 = atomic_load_explicit(&y, memory_order_relaxed);
}

static void right(void* arg) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  r2 = atomic_load_explicit(&x, memory_order_relaxed);
}

void* worker(void* which) {
  pthread_cleanup_push(which == &x ? left : right, NULL);
  for (;;) pthread_testcancel();
  pthread_cleanup_pop(0);
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, &x);
  pthread_create(&b, NULL, worker, &y);
  pthread_cancel(a);
  pthread_cancel(b);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 == 1 || r2 == 1);
}
