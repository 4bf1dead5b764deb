// A barrier that reverses its sense, twice.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { N = 2 };
atomic_int count = N;
atomic_int sense;
int before[N], after[N];

static void arrive(int *mine) {
  *mine = !*mine;
  if (atomic_fetch_sub(&count, 1) == 1) {
    atomic_store(&count, N);
    atomic_store(&sense, *mine);
  } else {
    for (unsigned spins = 0; atomic_load(&sense) != *mine;) ++spins;
  }
}

void *works(void *argument) {
  const int me = argument != 0;
  int mine = 0;
  before[me] = 1;
  arrive(&mine);
  assert(before[0] + before[1] == 2);
  after[me] = 1;
  arrive(&mine);
  assert(after[0] + after[1] == 2);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, works, &t);
  works(0);
  pthread_join(t, 0);
}
