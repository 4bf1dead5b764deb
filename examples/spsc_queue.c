// A ring buffer for one producer and one consumer, without locks: the producer owns `tail`, the
// consumer owns `head`, and each publishes its index with a release store once the slot is done.
//
// Right under all three models. Make one of the stores relaxed and ask again with --model pso.
//
//     overtake check examples/spsc_queue.c --model pso     no error
//
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum { CAPACITY = 2, ITEMS = 3 };

int slot[CAPACITY];
atomic_uint head;  // next slot to take
atomic_uint tail;  // next slot to fill

bool offer(int item) {
  unsigned t = atomic_load_explicit(&tail, memory_order_relaxed);
  if (t - atomic_load_explicit(&head, memory_order_acquire) == CAPACITY) return false;
  slot[t % CAPACITY] = item;
  atomic_store_explicit(&tail, t + 1, memory_order_release);
  return true;
}

bool take(int* item) {
  unsigned h = atomic_load_explicit(&head, memory_order_relaxed);
  if (h == atomic_load_explicit(&tail, memory_order_acquire)) return false;
  *item = slot[h % CAPACITY];
  atomic_store_explicit(&head, h + 1, memory_order_release);
  return true;
}

void* producer(void* unused) {
  int next = 1;
  for (int attempt = 0; attempt < ITEMS; attempt++)
    if (offer(next)) next++;
  return unused;
}

void* consumer(void* unused) {
  int expected = 1;
  for (int attempt = 0; attempt < ITEMS; attempt++) {
    int item;
    if (take(&item)) {
      assert(item == expected);
      expected++;
    }
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
