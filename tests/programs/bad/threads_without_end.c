// Threads without an end, in a loop: the error needs two of them.
// overtake: args=--timeout 60
// overtake: exit=10 stdout=assertion failed
#include <assert.h>
#include <pthread.h>

int x;

void* work(void* arg) {
  assert(x == 0);  // fails
  x = 1;
  return arg;
}

int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
  }
}
