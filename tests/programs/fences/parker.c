// fences: tso persistence 1
// Parking: whoever finds no permit sleeps, and looks at the condition again when it has one. Without
// a fence behind `permit = 0` the condition is read too early and the wake-up is lost.
#include <pthread.h>

volatile int permit, condition;

void *parker(void *argument) {
  while (!condition) {
    while (!permit) {
    }
    permit = 0;
  }
  return argument;
}

void *unparker(void *argument) {
  permit = 1;
  __sync_synchronize();
  condition = 1;
  permit = 1;
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, parker, 0);
  pthread_create(&b, 0, unparker, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
