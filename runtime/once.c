/* One-time initialization of pthreads: a thread that comes while it runs waits for its end. One
 * that ends by an exception has not happened: the next thread tries again. */
#include <pthread.h>

#include "internal.h"

struct attempt {
  pthread_once_t* control;
  int succeeded;
};

static void end_attempt(struct attempt* attempt) {
  if (attempt->succeeded)
    __overtake_once_end(attempt->control);
  else
    __atomic_store_n(attempt->control, 0, __ATOMIC_SEQ_CST);
}

int pthread_once(pthread_once_t* control, void (*routine)(void)) {
  if (__overtake_once_begin(control)) {
    __attribute__((cleanup(end_attempt))) struct attempt attempt = {control, 0};
    routine();
    attempt.succeeded = 1;
  }
  return 0;
}
