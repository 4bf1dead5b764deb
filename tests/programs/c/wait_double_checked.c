// Double-checked initialization: the first one takes the flag, the others wait for the object.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;
static int object;

static void *uses(void *argument) {
  if (atomic_load_explicit(&state, memory_order_acquire) != 2) {
    int none = 0;
    if (atomic_compare_exchange_strong(&state, &none, 1)) {
      object = 1;
      atomic_store_explicit(&state, 2, memory_order_release);
    } else {
      while (atomic_load_explicit(&state, memory_order_acquire) != 2) {
      }
    }
  }
  assert(object == 1);
  return argument;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], 0, uses, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
}
