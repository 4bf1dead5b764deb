// Safestack: a stack of array elements with a lock-free list of indices, and a rare error: an element
// can be popped by two threads at once. Each of THREADS threads pops an element, marks it as its own,
// and pushes it back, ROUNDS times. A pop that finds nothing gives up after its loop.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif
#define ELEMENTS 3

static atomic_int head, count = ELEMENTS;
static atomic_int next[ELEMENTS] = {1, 2, -1};
static volatile int owner[ELEMENTS];

static int pop(void) {
  while (atomic_load(&count) > 1) {
    int first = atomic_load(&head);
    int second = atomic_exchange(&next[first], -1);
    if (second >= 0) {
      int expected = first;
      if (atomic_compare_exchange_strong(&head, &expected, second)) {
        atomic_fetch_sub(&count, 1);
        return first;
      }
      atomic_exchange(&next[first], second);
    }
  }
  return -1;
}

static void push(int element) {
  int first = atomic_load(&head);
  do {
    atomic_store_explicit(&next[element], first, memory_order_relaxed);
  } while (!atomic_compare_exchange_strong(&head, &first, element));
  atomic_fetch_add(&count, 1);
}

static void* work(void* argument) {
  int me = (int)(intptr_t)argument;
  for (int i = 0; i < ROUNDS; i++) {
    int element = pop();
    if (element < 0) return 0;
    owner[element] = me;
    assert(owner[element] == me);
    push(element);
  }
  return 0;
}

int main(void) {
  pthread_t threads[THREADS];
  for (intptr_t i = 0; i < THREADS; i++) pthread_create(&threads[i], 0, work, (void*)(i + 1));
  for (int i = 0; i < THREADS; i++) pthread_join(threads[i], 0);
}
