// More threads than can be explored: not a fault of the program, so nothing is concluded.
// overtake: args=--equivalence exhaustive
// overtake: exit=5
// overtake: stdout=more than 960 threads
#include <pthread.h>

void *nothing(void *arg) { return arg; }

int main(void) {
  for (int i = 0; i < 1000; ++i) {
    pthread_t t;
    pthread_create(&t, 0, nothing, 0);
    pthread_join(t, 0);
  }
  return 0;
}
