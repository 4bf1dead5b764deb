// overtake check deque.c --model tso
// Work stealing: owner and thief take the same task.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct deque {
  atomic_int top;
  atomic_int bottom;
  int tasks[2];
};

static struct deque q = {.bottom = 2, .tasks = {10, 20}};
static int taken[2];

static int take(struct deque *d) {
  int b = atomic_load_explicit(&d->bottom, memory_order_relaxed) - 1;
  atomic_store_explicit(&d->bottom, b, memory_order_relaxed);
  int t = atomic_load_explicit(&d->top, memory_order_relaxed);
  if (t > b) return 0;
  int task = d->tasks[b];
  if (t == b && !atomic_compare_exchange_strong(&d->top, &t, t + 1)) return 0;
  return task;
}

static int steal(struct deque *d) {
  int t = atomic_load(&d->top);
  int b = atomic_load(&d->bottom);
  if (t >= b) return 0;
  int task = d->tasks[t];
  return atomic_compare_exchange_strong(&d->top, &t, t + 1) ? task : 0;
}

static void *thief(void *unused) {
  steal(&q);
  taken[1] = steal(&q);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, thief, 0);
  taken[0] = take(&q);
  pthread_join(t, 0);
  assert(taken[0] == 0 || taken[1] == 0);
}
