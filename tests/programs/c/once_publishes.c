// pthread_once publishes what it wrote, whoever ran it.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int* table;
static int runs;

static void make(void) {
  table = malloc(2 * sizeof *table);
  table[0] = 3;
  table[1] = 4;
  ++runs;
}

static int use(int i) {
  pthread_once(&once, make);
  return table[i];
}

void* worker(void* p) { return (void*)(long)use((int)(long)p); }

int main(void) {
  pthread_t t, u;
  void *r, *s;
  pthread_create(&t, 0, worker, (void*)0);
  pthread_create(&u, 0, worker, (void*)1);
  int mine = use(1);
  pthread_join(t, &r);
  pthread_join(u, &s);
  assert(mine == 4 && (long)r == 3 && (long)s == 4 && runs == 1);
  free(table);
}
