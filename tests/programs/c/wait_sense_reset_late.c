// A sense-reversing barrier whose count is set back after the others were let go.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>
#define L(v) atomic_load(v)
#define S(v, x) atomic_store(v, x)

static atomic_int left = 2, sense;
static _Thread_local int mine;
static void barrier(void) {
  mine = !mine;
  if (atomic_fetch_sub(&left, 1) == 1) {
    S(&sense, mine);
    S(&left, 2);
  } else
    while (L(&sense) != mine) {
    }
}
static void* w(void* x) {
  for (int r = 1; r <= 2; ++r) barrier();
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  w(0);
  pthread_join(t, 0);
}
