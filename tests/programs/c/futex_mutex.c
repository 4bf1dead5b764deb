// A mutex over Linux's futex, with three states: free, taken, taken and waited for.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

atomic_int state;
int inside;

void lock(void) {
  int seen = 0;
  if (atomic_compare_exchange_strong(&state, &seen, 1)) return;
  if (seen != 2) seen = atomic_exchange(&state, 2);
  while (seen != 0) {
    syscall(SYS_futex, &state, FUTEX_WAIT_PRIVATE, 2, NULL, NULL, 0);
    seen = atomic_exchange(&state, 2);
  }
}

void unlock(void) {
  if (atomic_exchange(&state, 0) == 2)
    syscall(SYS_futex, &state, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

void* work(void* arg) {
  lock();
  assert(inside == 0);
  inside = 1;
  inside = 0;
  unlock();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
