// The first loop ends with a round that stores what is there already. The second waits for another thread's
// store: that the thread, alone, would look for ever there does not make the round before one without effect.
// overtake: args=--ignore hang
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <assert.h>
#include <pthread.h>

static volatile unsigned word;

static void *clears(void *argument) {
  word = 0;
  return argument;
}

static void *looks(void *argument) {
  unsigned first = 0, then;
  while (first == 0) {
    first = word;
    word = 1;
  }
  do then = word;
  while (then == 1);
  assert(then != 0);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, looks, 0);
  pthread_create(&b, 0, clears, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
