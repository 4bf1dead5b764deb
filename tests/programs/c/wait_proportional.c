// A ticket lock whose threads pause the longer the more of them are in front.
// overtake: model=sc,tso,pso verdict=safe executions=6
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_uint next, now;
int count;

void *works(void *argument) {
  const unsigned mine = atomic_fetch_add(&next, 1);
  for (;;) {
    const unsigned turn = atomic_load(&now);
    if (turn == mine) break;
    for (unsigned i = 0; i < (mine - turn) * 8; ++i) __asm__ volatile("pause");
  }
  ++count;
  atomic_store(&now, mine + 1);
  return argument;
}

int main(void) {
  pthread_t t[3];
  for (int i = 0; i < 3; ++i) pthread_create(&t[i], 0, works, 0);
  for (int i = 0; i < 3; ++i) pthread_join(t[i], 0);
  assert(count == 3);
}
