// Waits on a field of an object that is found through a pointer, which is replaced meanwhile.
// overtake: model=sc,tso,pso verdict=safe
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
  struct box* p;
  while (!(p = cur)->full);
  assert(p == &b[1] && p->v == 9);
  pthread_join(t, 0);
}
