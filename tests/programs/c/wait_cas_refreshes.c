// A loop that marks a word as seen with a compare-and-swap, and once it is marked writes the same mark again and again until the word changes.
// overtake: model=sc,tso,pso verdict=safe
#include <pthread.h>
#include <stdatomic.h>

atomic_int word;

void* marks(void* unused) {
  int found = 0;
  while (found != 42) atomic_compare_exchange_strong(&word, &found, 17);
  return 0;
}

int main() {
  pthread_t t;
  pthread_create(&t, 0, marks, 0);
  word = 42;
  pthread_join(t, 0);
}
