// A work-stealing deque: the owner puts tasks in at the bottom and takes them out there again, thieves
// steal from the top. Only the last task is worth a fight, and compare-exchange settles it ... if both
// notice that it is the last one. The owner first lowers `bottom` and then looks at `top`; on x86 the
// look overtakes the store, both believe that there is more than one task, and one runs twice.
//
//     overtake check examples/deque.c --model sc      no error
//     overtake check examples/deque.c --model tso     a task is run twice
//
// overtake: model=sc verdict=safe
// overtake: model=tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { EMPTY = -1, TASKS = 2 };

atomic_int task[TASKS];
atomic_int top, bottom;
atomic_int runs[TASKS];  // how often each task was run

void put(int t) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed);
  atomic_store_explicit(&task[b], t, memory_order_relaxed);
  atomic_store_explicit(&bottom, b + 1, memory_order_release);
}

int take(void) {
  int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&bottom, b, memory_order_release);
  int t = atomic_load_explicit(&top, memory_order_acquire);
  if (t > b) {  // empty
    atomic_store_explicit(&bottom, t, memory_order_release);
    return EMPTY;
  }
  int found = atomic_load_explicit(&task[b], memory_order_relaxed);
  if (t < b) return found;
  // The last one: the thread that moves `top` has it.
  if (!atomic_compare_exchange_strong(&top, &t, t + 1)) found = EMPTY;
  atomic_store_explicit(&bottom, b + 1, memory_order_release);
  return found;
}

int steal(void) {
  int t = atomic_load_explicit(&top, memory_order_acquire);
  int b = atomic_load_explicit(&bottom, memory_order_acquire);
  if (t >= b) return EMPTY;
  int found = atomic_load_explicit(&task[t], memory_order_relaxed);
  return atomic_compare_exchange_strong(&top, &t, t + 1) ? found : EMPTY;
}

void run(int t) {
  if (t != EMPTY) assert(atomic_fetch_add(&runs[t], 1) == 0);
}

void* thief(void* unused) {
  run(steal());
  run(steal());
  return unused;
}

int main(void) {
  pthread_t other;
  put(0);
  put(1);
  pthread_create(&other, NULL, thief, NULL);
  run(take());
  pthread_join(other, NULL);
}
