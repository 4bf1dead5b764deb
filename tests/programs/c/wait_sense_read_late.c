// A sense-reversing barrier that reads the sense after it has counted: it may wait for the next
// round.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define L(v) atomic_load(v)
#define S(v, x) atomic_store(v, x)

static atomic_int left = 2, sense;
static int a[2];
static void barrier(void) {
  if (atomic_fetch_sub(&left, 1) == 1) {
    S(&left, 2);
    S(&sense, !L(&sense));
  } else {
    int s = L(&sense);
    while (L(&sense) == s) {
    }
  }
}
static void* w(void* x) {
  long i = (long)x;
  a[i] = 1;
  barrier();
  assert(a[!i]);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, (void*)1);
  w(0);
  pthread_join(t, 0);
}
