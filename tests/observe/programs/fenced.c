// Store buffering and message passing with the fences that they need.
#include <pthread.h>
#include <stdatomic.h>

int x, y, r1, r2, data;
atomic_int ready;

static void *left(void *argument) {
  x = 1;
  atomic_thread_fence(memory_order_seq_cst);
  r1 = y;
  data = 1;
  atomic_store_explicit(&ready, 1, memory_order_release);
  return argument;
}

static void *right(void *argument) {
  y = 1;
  __sync_synchronize();
  r2 = x;
  while (!atomic_load_explicit(&ready, memory_order_acquire)) {
  }
  return data == 1 ? argument : (void *)1;
}

int main(void) {
  pthread_t a, b;
  void *result = 0;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, &result);
  return result != 0;
}
