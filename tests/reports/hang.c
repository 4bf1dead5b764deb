// overtake check hang.c --model sc
// A thread waits for a turn that never comes again.
#include <pthread.h>
#include <stdatomic.h>

struct ticket {
  atomic_int serving;
  atomic_int next;
} lock;

static void *customer(void *unused) {
  int mine = atomic_load(&lock.next);
  atomic_store(&lock.next, mine + 1);
  while (atomic_load(&lock.serving) != mine) {
  }
  atomic_store(&lock.serving, mine + 1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, customer, 0);
  customer(0);
  pthread_join(t, 0);
}
