// The rest of threads.h: call_once, thread-specific storage, recursive and timed mutexes, exit.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>

once_flag once = ONCE_FLAG_INIT;
tss_t key;
atomic_int initialized, destroyed;
mtx_t m;

void initialize(void) { initialized++; }
void destroy(void* value) { destroyed += *(int*)value; }

int work(void* arg) {
  call_once(&once, initialize);
  assert(initialized == 1);
  tss_set(key, arg);
  assert(tss_get(key) == arg);
  thrd_yield();
  thrd_exit(5);
}

int main(void) {
  thrd_t t;
  int value = 3, result = 0;
  struct timespec soon = {0};
  mtx_init(&m, mtx_recursive | mtx_timed);
  assert(mtx_lock(&m) == thrd_success && mtx_timedlock(&m, &soon) == thrd_success);
  assert(mtx_trylock(&m) == thrd_success);
  mtx_unlock(&m);
  mtx_unlock(&m);
  mtx_unlock(&m);
  assert(tss_create(&key, destroy) == thrd_success);
  thrd_create(&t, work, &value);
  call_once(&once, initialize);
  thrd_join(t, &result);
  assert(result == 5 && destroyed == 3 && initialized == 1);
  thrd_sleep(&soon, NULL);
}
