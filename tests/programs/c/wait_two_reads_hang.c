// Each round reads two variables. `passes` waits for ever if it comes after `closes`; that it may
// have read one of them before `closes` was done must not hide it.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

atomic_int closed, other;

void *closes(void *argument) {
  (void)atomic_load(&other);
  (void)atomic_load(&closed);
  (void)atomic_load(&other);
  atomic_store(&closed, 1);
  return argument;
}

void *passes(void *argument) {
  for (;;) {
    (void)atomic_load(&other);
    if (atomic_load(&closed) == 0) break;
  }
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, closes, 0);
  pthread_create(&b, 0, passes, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
