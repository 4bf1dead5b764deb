// A counter of two halves: low wraps and carries into high, without atomicity of both: a reader
// sees the carry missing.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=18
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uchar low = 255, high;
void* inc(void* a) {
  if (atomic_fetch_add(&low, 1) == 255) atomic_fetch_add(&high, 1);
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, inc, 0);
  unsigned h = high, l = low;
  assert(h * 256 + l >= 255);  // fails
  pthread_join(t, 0);
}
