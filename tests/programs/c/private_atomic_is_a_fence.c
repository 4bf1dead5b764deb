// An atomic read-modify-write drains the store buffer whatever it goes to, be it a variable that no other thread ever sees:
// `lock xadd` on the stack is a full fence on x86, and some write their fences like that.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static volatile int x, y, seen_by_first, seen_by_second;

static void fence(void) {
  atomic_int barrier = 0;
  atomic_fetch_or(&barrier, 0);
}

static void *first(void *unused) {
  (void)unused;
  x = 1;
  fence();
  seen_by_first = y;
  return 0;
}

static void *second(void *unused) {
  (void)unused;
  atomic_int barrier = 0;
  int expected = 1;  // a compare-and-swap that fails drains as well
  y = 1;
  atomic_compare_exchange_strong(&barrier, &expected, 2);
  seen_by_second = x;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(seen_by_first == 1 || seen_by_second == 1);
}
