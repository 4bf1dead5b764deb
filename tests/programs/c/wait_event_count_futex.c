// An event count on a futex: the key is taken before the second look.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#define L(v) atomic_load(v)

#include <linux/futex.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int epoch, waiters, items;
static void notify(void) {
  atomic_fetch_add(&epoch, 1);
  if (L(&waiters)) syscall(SYS_futex, &epoch, FUTEX_WAKE, 1, 0, 0, 0);
}
static int get(void) {
  int n = L(&items);
  while (n > 0)
    if (atomic_compare_exchange_weak(&items, &n, n - 1)) return 1;
  return 0;
}
static void* w(void* x) {
  while (!get()) {
    atomic_fetch_add(&waiters, 1);
    int k = L(&epoch);
    if (get()) {
      atomic_fetch_sub(&waiters, 1);
      break;
    }
    syscall(SYS_futex, &epoch, FUTEX_WAIT, k, 0, 0, 0);
    atomic_fetch_sub(&waiters, 1);
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  atomic_fetch_add(&items, 1);
  notify();
  pthread_join(t, 0);
  assert(items == 0);
}
