// fences: tso safety 2, pso robustness 4
// Peterson's algorithm with relaxed atomics, each thread entering once.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int wants0, wants1, turn;
int inside;

void *left(void *argument) {
  atomic_store_explicit(&wants0, 1, memory_order_relaxed);
  atomic_store_explicit(&turn, 1, memory_order_relaxed);
  while (atomic_load_explicit(&wants1, memory_order_relaxed) == 1 &&
         atomic_load_explicit(&turn, memory_order_relaxed) == 1) {
  }
  inside++;
  assert(inside == 1);
  inside--;
  atomic_store_explicit(&wants0, 0, memory_order_release);
  return argument;
}

void *right(void *argument) {
  atomic_store_explicit(&wants1, 1, memory_order_relaxed);
  atomic_store_explicit(&turn, 0, memory_order_relaxed);
  while (atomic_load_explicit(&wants0, memory_order_relaxed) == 1 &&
         atomic_load_explicit(&turn, memory_order_relaxed) == 0) {
  }
  inside++;
  assert(inside == 1);
  inside--;
  atomic_store_explicit(&wants1, 0, memory_order_release);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, left, 0);
  pthread_create(&b, 0, right, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
