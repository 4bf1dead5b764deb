// A pause of random length: the generator's state steers nothing else.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int ready;
int data;

static unsigned next(unsigned *state) {
  *state ^= *state << 13;
  *state ^= *state >> 17;
  *state ^= *state << 5;
  return *state;
}

void *waits(void *argument) {
  unsigned seed = 2463534242u;
  while (!atomic_load(&ready))
    for (unsigned n = next(&seed) % 16; n > 0; --n) __asm__ volatile("pause");
  assert(data == 1);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  data = 1;
  atomic_store(&ready, 1);
  pthread_join(t, 0);
}
