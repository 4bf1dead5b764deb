// A round that sets bits and clears them again, while another thread writes the word: what a round
// adds depends on what it finds, so it does not always leave the word as it was.
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

static void* writes(void* argument) {
  y = 1;
  z = 1;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, rounds, 0);
  pthread_create(&b, 0, writes, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
