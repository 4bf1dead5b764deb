// Waits for any value but the one it is woken for: a wake-up before the wait is lost.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <linux/futex.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/syscall.h>
#include <unistd.h>

int word;

void* wake(void* arg) {
  syscall(SYS_futex, &word, FUTEX_WAKE, 1, NULL, NULL, 0);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, wake, NULL);
  syscall(SYS_futex, &word, FUTEX_WAIT, 0, NULL, NULL, 0);
  pthread_join(t, NULL);
}
