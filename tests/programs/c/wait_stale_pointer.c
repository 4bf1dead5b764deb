// The pointer is read once, before the loop: if it was the old box, the wait never ends.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct box {
  atomic_int full;
  int v;
} b[2];
_Atomic(struct box*) cur = &b[0];
void* put(void* a) {
  b[1].v = 9;
  cur = &b[1];
  b[1].full = 1;
  return a;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, put, 0);
  struct box* p = cur;
  while (!p->full);
  pthread_join(t, 0);
}
