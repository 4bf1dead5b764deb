// Loops without an end: with its loops bounded, the program shows its error all the same.
// overtake: args=--timeout 60
// overtake: exit=10 stdout=assertion failed
#include <assert.h>
#include <pthread.h>

int turns;

void* count(void* arg) {
  for (;;) ++turns;
  return arg;
}

void* watch(void* arg) {
  int last = 0;
  for (;;) {
    const int now = turns;
    // Fails: ++ is a read and a write.
    assert(now >= last);
    last = now;
  }
  return arg;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, count, NULL);
  pthread_create(&c, NULL, watch, NULL);
}
