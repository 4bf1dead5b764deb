// The same, but post looks for waiters before it adds its unit: a waiter that comes in between sleeps for ever.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#define WAITER ((uint64_t)1 << 32)
union { uint64_t data; struct { uint32_t value, waiters; } half; } s;
int message;

void post(void) {
  const int any = __atomic_load_n(&s.half.waiters, __ATOMIC_SEQ_CST) != 0;
  uint64_t d = __atomic_load_n(&s.data, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n(&s.data, &d, d + 1, 0, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) {}
  if (any) syscall(SYS_futex, &s.half.value, FUTEX_WAKE, 1, 0, 0, 0);
}

void wait(void) {
  uint64_t d = __atomic_load_n(&s.data, __ATOMIC_RELAXED);
  if ((uint32_t)d && __atomic_compare_exchange_n(&s.data, &d, d - 1, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) return;
  d = __atomic_fetch_add(&s.data, WAITER, __ATOMIC_RELAXED) + WAITER;
  for (;;) {
    if ((uint32_t)d == 0) {
      syscall(SYS_futex, &s.half.value, FUTEX_WAIT, 0, 0, 0, 0);
      d = __atomic_load_n(&s.data, __ATOMIC_RELAXED);
    } else if (__atomic_compare_exchange_n(&s.data, &d, d - 1 - WAITER, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
      return;
    }
  }
}

void* sends(void* arg) { message = 1; post(); return arg; }

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sends, NULL);
  wait();
  assert(message == 1);
  pthread_join(t, NULL);
}
