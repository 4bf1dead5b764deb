// Left-right: the writer waits for the readers of one side before it writes there.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int side, version, readers[2];
int data[2][2];

void* reads(void* argument) {
  int v = atomic_load(&version);
  atomic_fetch_add(&readers[v], 1);
  int s = atomic_load(&side);
  int first = data[s][0], second = data[s][1];
  atomic_fetch_sub(&readers[v], 1);
  assert(first == second);
  return argument;
}

void* writes(void* argument) {
  data[1][0] = data[1][1] = 1;
  atomic_store(&side, 1);
  int v = atomic_load(&version);
  while (atomic_load(&readers[!v])) {
  }
  atomic_store(&version, !v);
  while (atomic_load(&readers[v])) {
  }
  data[0][0] = data[0][1] = 1;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, reads, 0);
  pthread_create(&b, 0, writes, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
