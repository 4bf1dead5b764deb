// C11: call_once, thread-specific storage whose destructor runs at the thread's end.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>

static once_flag flag = ONCE_FLAG_INIT;
static tss_t key;
static atomic_int destroyed;

static void gone(void* p) {
  destroyed += *(int*)p;
  free(p);
}
static void make(void) { tss_create(&key, gone); }

static int worker(void* argument) {
  call_once(&flag, make);
  int* mine = malloc(sizeof *mine);
  *mine = *(int*)argument;
  tss_set(key, mine);
  return *(int*)tss_get(key);
}

int main(void) {
  int one = 1, two = 2, r, s;
  thrd_t a, b;
  thrd_create(&a, worker, &one);
  thrd_create(&b, worker, &two);
  thrd_join(a, &r);
  thrd_join(b, &s);
  assert(r == 1 && s == 2 && destroyed == 3);
}
