// Works for ever, at two words in turn: that it comes back to where it was after two rounds does not
// make it one that waits, since a round leaves something behind that others can see.
// overtake: model=sc,tso,pso verdict=safe
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;

static void *serves(void *argument) {
  for (int i = 0;; i = !i) atomic_store(&turn, i);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, serves, 0);
  pthread_join(t, 0);
  return 0;
}
