// N threads add to a counter under a lock of futexes.
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

atomic_int word;  // 0: free, 1: taken, 2: taken, and some thread may wait
int count;

void* work(void* unused) {
  int found = 0;
  if (!atomic_compare_exchange_strong(&word, &found, 1)) {
    if (found != 2) found = atomic_exchange(&word, 2);
    while (found != 0) {
      syscall(SYS_futex, &word, FUTEX_WAIT, 2, 0, 0, 0);
      found = atomic_exchange(&word, 2);
    }
  }
  ++count;
  if (atomic_exchange(&word, 0) == 2) syscall(SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0);
  return unused;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; ++i) pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < N; ++i) pthread_join(threads[i], 0);
  assert(count == N);
}
