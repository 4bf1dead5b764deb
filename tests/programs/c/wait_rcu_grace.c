// A grace period: the updater polls the counters of the readers and frees what they may have read.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static int *_Atomic shared;
static atomic_uint nesting[2];

static void *reads(void *argument) {
  atomic_uint *mine = argument;
  atomic_fetch_add(mine, 1);
  int *p = atomic_load(&shared);
  assert(*p >= 1);
  atomic_fetch_sub(mine, 1);
  return 0;
}

int main(void) {
  int *old = malloc(sizeof *old), *new = malloc(sizeof *new);
  *old = 1;
  *new = 2;
  atomic_store(&shared, old);
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, reads, &nesting[i]);
  atomic_exchange(&shared, new);
  for (int i = 0; i < 2; i++)
    while (atomic_load(&nesting[i]) != 0) {
    }
  free(old);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  free(new);
}
