// C11 threads.h: threads with integer results, a mutex, a condition variable.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <threads.h>

mtx_t m;
cnd_t c;
int ready;

int wait_for_it(void* arg) {
  mtx_lock(&m);
  while (!ready) cnd_wait(&c, &m);
  mtx_unlock(&m);
  return *(int*)arg + 1;
}

int main(void) {
  thrd_t t;
  int input = -42, result = 0;
  assert(mtx_init(&m, mtx_plain) == thrd_success && cnd_init(&c) == thrd_success);
  assert(thrd_create(&t, wait_for_it, &input) == thrd_success);
  mtx_lock(&m);
  ready = 1;
  cnd_signal(&c);
  mtx_unlock(&m);
  assert(thrd_join(t, &result) == thrd_success && result == -41);
  assert(!thrd_equal(t, thrd_current()));
  cnd_destroy(&c);
  mtx_destroy(&m);
}
