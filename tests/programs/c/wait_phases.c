// What it does while it waits depends on how long it has waited, by a switch.
// overtake: model=sc,tso,pso verdict=safe executions=3
#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

atomic_int stage;

void *waits(void *argument) {
  int phase = 0;
  while (atomic_load(&stage) < 2) {
    switch (phase++) {
      case 0: __asm__ volatile("pause"); break;
      case 1:
      case 2: sched_yield(); break;
      default: usleep(10); phase = 0;
    }
  }
  assert(atomic_load(&stage) >= 2);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  for (int i = 1; i <= 3; ++i) atomic_store(&stage, i);
  pthread_join(t, 0);
}
