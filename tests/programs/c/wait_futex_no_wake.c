// Frees its lock without waking the thread that sleeps on it.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word = 1;

static void* sleep_until_free(void* argument) {
  while (atomic_load(&word) != 0) syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 1, NULL, NULL, 0);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sleep_until_free, NULL);
  atomic_store(&word, 0);
  pthread_join(t, NULL);
  return 0;
}
