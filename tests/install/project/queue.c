#include "queue.h"

#include <stdatomic.h>

#ifdef BROKEN
#define PUBLISH memory_order_relaxed /* the entry may come later than its announcement */
#else
#define PUBLISH memory_order_release
#endif

static int entries[QUEUE_SIZE];
static atomic_uint head, tail;

bool queue_put(int value) {
  unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);
  if (at - atomic_load_explicit(&head, memory_order_acquire) == QUEUE_SIZE) return false;
  entries[at % QUEUE_SIZE] = value;
  atomic_store_explicit(&tail, at + 1, PUBLISH);
  return true;
}

bool queue_get(int *value) {
  unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
  if (at == atomic_load_explicit(&tail, memory_order_acquire)) return false;
  *value = entries[at % QUEUE_SIZE];
  atomic_store_explicit(&head, at + 1, memory_order_release);
  return true;
}
