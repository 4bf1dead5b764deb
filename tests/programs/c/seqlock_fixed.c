// The sequence lock with release fences: the first keeps the odd number before the data, the second
// the data before the even number.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int seq;
int low, high;

void* writer(void* arg) {
  atomic_store_explicit(&seq, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  low = 5;
  high = 5;
  atomic_store_explicit(&seq, 2, memory_order_release);
  return arg;
}

void* reader(void* arg) {
  int before = atomic_load_explicit(&seq, memory_order_acquire);
  int l = low;
  int h = high;
  atomic_thread_fence(memory_order_acquire);
  int after = atomic_load_explicit(&seq, memory_order_relaxed);
  if (before == after && before % 2 == 0) assert(l == h);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writer, NULL);
  pthread_create(&b, NULL, reader, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
