// A round that counts up and down until another thread has written y. That thread reads before it
// writes: the round is looked at when y is still 0, and again when it is 1.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=32
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int rounds_over, sum;

static void* rounds(void* argument) {
  do {
    atomic_fetch_add(&x, 3);
    atomic_fetch_sub(&x, 3);
  } while (y == 0);
  rounds_over = 1;
  return argument;
}

static void* writes(void* argument) {
  sum += atomic_exchange(&x, 2);
  y = 1;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, rounds, 0);
  pthread_create(&b, 0, writes, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(!rounds_over);
}
