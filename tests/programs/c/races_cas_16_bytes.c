// The same for a compare-exchange of 16 bytes by the library's function: a failure that does not
// acquire races.
// overtake: model=sc,tso,pso verdict=error kind=race
// overtake: args=--check races
#include <pthread.h>
#include <stdatomic.h>

struct pair {
  long a, b;
};
_Atomic struct pair f;
int data, r;
void* w(void* a) {
  data = 1;
  atomic_store_explicit(&f, ((struct pair){1, 1}), memory_order_release);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  struct pair e = {0, 0}, n = {2, 2};
  if (!atomic_compare_exchange_strong_explicit(&f, &e, n, memory_order_acquire,
                                               memory_order_relaxed))
    r = data;
  pthread_join(t, 0);
}
