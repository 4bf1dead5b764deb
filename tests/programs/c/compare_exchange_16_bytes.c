// A 16-byte compare-exchange: pointer and version change together.
// overtake: model=sc,tso,pso verdict=safe
// overtake: args=-- -mcx16
#include <assert.h>
#include <pthread.h>

typedef unsigned __int128 pair;

_Alignas(16) pair shared;

void* advance(void* arg) {
  pair old = __sync_val_compare_and_swap(&shared, 0, 0);
  pair fresh = old + (((pair)1 << 64) | 1);
  __sync_bool_compare_and_swap(&shared, old, fresh);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, advance, NULL);
  pthread_create(&b, NULL, advance, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pair last = __sync_val_compare_and_swap(&shared, 0, 0);
  assert((unsigned long)last == (unsigned long)(last >> 64));
  assert((unsigned long)last == 1 || (unsigned long)last == 2);
}
