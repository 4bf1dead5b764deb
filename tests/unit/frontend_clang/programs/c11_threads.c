#include <threads.h>

#include "check.h"
static mtx_t m;
static cnd_t c;
static int ready;
static thread_local int mine = 4;
static int body(void* p) {
  mtx_lock(&m);
  ready = 1;
  mine++;
  cnd_signal(&c);
  mtx_unlock(&m);
  return *(int*)p + mine;
}
int main(void) {
  int x = 6, r;
  thrd_t t;
  mtx_init(&m, mtx_plain), cnd_init(&c);
  thrd_create(&t, body, &x);
  mtx_lock(&m);
  while (!ready) cnd_wait(&c, &m);
  mtx_unlock(&m);
  thrd_join(t, &r);
  mix(r), mix(mine);
  return done();
}
