// C11: a timed wait ends by a signal or by time; in a loop with a deadline nothing is lost.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <threads.h>
#include <time.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int setter(void* p) {
  (void)p;
  mtx_lock(&m);
  ready = 1;
  cnd_signal(&c);
  mtx_unlock(&m);
  return 0;
}

int main(void) {
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_t t;
  thrd_create(&t, setter, 0);
  struct timespec end;
  timespec_get(&end, TIME_UTC);
  end.tv_sec += 1;
  mtx_lock(&m);
  int result = thrd_success;
  while (!ready && result == thrd_success) result = cnd_timedwait(&c, &m, &end);
  assert(ready || result == thrd_timedout);
  mtx_unlock(&m);
  thrd_join(t, 0);
  assert(ready);
  cnd_destroy(&c);
  mtx_destroy(&m);
}
