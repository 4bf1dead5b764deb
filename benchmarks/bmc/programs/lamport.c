// Lamport's fast mutual exclusion for two threads, without fences: right under SC, wrong with store
// buffers.
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

volatile int x, y;  // 0: none; else the number of a thread
volatile int wants[3];
volatile int inside;

void* enter(void* argument) {
  int me = (int)(intptr_t)argument;
  int other = 3 - me;
  for (;;) {
    wants[me] = 1;
    x = me;
    if (y != 0) {
      wants[me] = 0;
      while (y != 0) {
      }
      continue;
    }
    y = me;
    if (x != me) {
      wants[me] = 0;
      while (wants[other]) {
      }
      if (y != me) {
        while (y != 0) {
        }
        continue;
      }
    }
    break;
  }
  inside = me;
  assert(inside == me);
  y = 0;
  wants[me] = 0;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, enter, (void*)1);
  pthread_create(&b, 0, enter, (void*)2);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
