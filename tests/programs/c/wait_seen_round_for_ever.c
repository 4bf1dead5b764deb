// A thread whose rounds never end sets z for a moment in each of them; the other one waits until it
// sees that. It does at some time, the first thread never ends.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

static atomic_int y, z;

static void* rounds(void* argument) {
  for (;;) {
    atomic_fetch_or(&z, 3);
    atomic_fetch_and(&z, ~3);
    if (y == 2) break;
  }
  return argument;
}

static void* waits(void* argument) {
  y = 1;
  while (z == 0);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, rounds, 0);
  pthread_create(&b, 0, waits, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
