// Two threads in a critical section each: ENTER(i) and LEAVE(i) are what the lock offers thread i.
#include <assert.h>
#include <pthread.h>

static int counter, inside;

static void* worker(void* argument) {
  const int i = argument != 0;
  (void)i;
  ENTER(i);
  assert(inside == 0);
  inside = 1;
  ++counter;
  inside = 0;
  LEAVE(i);
  return 0;
}

int main(void) {
  pthread_t a, b;
#ifdef SETUP
  SETUP();
#endif
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, &counter);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(counter == 2);
  return 0;
}
