// A mutex as it is built on futexes: it spins a few times and then sleeps until its word changes.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { FREE, TAKEN, CONTENDED };
static atomic_int word;
static int inside;

static int try_lock(void) {
  int expected = FREE;
  return atomic_compare_exchange_strong(&word, &expected, TAKEN);
}

static void lock(void) {
  for (int spins = 0; spins < 2; ++spins)
    if (try_lock()) return;
  while (atomic_exchange(&word, CONTENDED) != FREE)
    syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, CONTENDED, NULL, NULL, 0);
}

static void unlock(void) {
  if (atomic_exchange(&word, FREE) == CONTENDED)
    syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void* work(void* argument) {
  lock();
  assert(++inside == 1);
  --inside;
  unlock();
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
