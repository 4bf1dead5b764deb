// Readers count up before they look for the writer, until they are stopped: a writer that tries
// once may fail.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int stop, readers;
static int tryread(void) {
  if (atomic_fetch_add(&readers, 1) < 0) {
    atomic_fetch_sub(&readers, 1);
    return 0;
  }
  return 1;
}
static void* w(void* x) {
  while (!atomic_load(&stop)) {
    if (tryread()) atomic_fetch_sub(&readers, 1);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  int z = 0;
  int ok = atomic_compare_exchange_strong(&readers, &z, -100);
  if (ok) atomic_fetch_add(&readers, 100);
  atomic_store(&stop, 1);
  pthread_join(t, 0);
  assert(ok);
}
