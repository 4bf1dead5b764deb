// A thread sets a bit of its own in a word, and clears it again if the other's was there first: only
// one of them is in at a time, since who comes second always steps back.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint bits;
static int inside;

static void enter(unsigned own) {
  while ((atomic_fetch_or(&bits, own) & ~own) != 0) atomic_fetch_and(&bits, ~own);
}

static void* work(void* argument) {
  const unsigned own = argument != NULL ? 1 : 2;
  enter(own);
  assert(++inside == 1);
  --inside;
  atomic_fetch_and(&bits, ~own);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(&t);
  pthread_join(t, NULL);
  return 0;
}
