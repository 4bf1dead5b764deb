// overtake check flags.c --model sc
// Bit-fields share a word: one write undoes the other.
#include <assert.h>
#include <pthread.h>

struct flags {
  unsigned ready : 1;
  unsigned count : 3;
  unsigned level : 12;
} flags;

static void *counter(void *unused) {
  flags.count = 5;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, counter, 0);
  flags.ready = 1;
  pthread_join(t, 0);
  assert(flags.count == 5 && flags.ready == 1);
}
