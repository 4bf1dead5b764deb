/* One-time initialization of pthreads: whoever comes while it runs waits for its end. */
#include <pthread.h>

#include "internal.h"

int pthread_once(pthread_once_t* control, void (*routine)(void)) {
  if (__overtake_once_begin(control)) {
    routine();
    __overtake_once_end(control);
  }
  return 0;
}
