// Looks before it counts itself in, and counts itself out again if another thread was faster.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int count;
static int inside;

static void enter(void) {
  for (;;) {
    if (atomic_load(&count) != 0) continue;
    if (atomic_fetch_add(&count, 1) == 0) return;
    atomic_fetch_sub(&count, 1);
  }
}

static void* work(void* argument) {
  enter();
  assert(++inside == 1);
  --inside;
  atomic_fetch_sub(&count, 1);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
  return 0;
}
