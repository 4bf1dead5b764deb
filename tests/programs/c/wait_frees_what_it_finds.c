// Each round makes an object, shows it to others, takes it back and frees it. As far as one can
// tell without running the threads together, it may find objects of other rounds.
// overtake: model=sc,tso,pso verdict=inconclusive
// overtake: args=--unroll 32
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;
static _Atomic(int*) p;
static int seen, over;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void* rounds(void* argument) {
  do {
    int* object = malloc(sizeof *object);
    *object = 3;
    seen = y;
    atomic_store(&p, object);
    free(atomic_exchange(&p, (int*)0));
  } while (y == 0);
  over = 1;
  return argument;
}

static void* writes(void* argument) {
  y = 1;
  if (pthread_mutex_trylock(&mutex) == 0) {
    y = 1;
    pthread_mutex_unlock(&mutex);
  }
  return argument;
}

static void* tries(void* argument) {
  int found = 0;
  for (int i = 0; i < 2; ++i) {
    if (x == 1) found = 1;
    if (pthread_mutex_trylock(&mutex) == 0) {
      found += y;
      pthread_mutex_unlock(&mutex);
    }
  }
  seen = found;
  return argument;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, rounds, 0);
  pthread_create(&b, 0, writes, 0);
  pthread_create(&c, 0, tries, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
  assert(over);
}
