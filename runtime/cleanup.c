/* pthread_cleanup_push and pop: with exceptions, which the front end always asks for, glibc's
 * header makes them a local variable with a cleanup function. */
#include <pthread.h>

#include "overtake.h"

void __pthread_cleanup_routine(struct __pthread_cleanup_frame* frame) {
  if (frame->__do_it) frame->__cancel_routine(frame->__cancel_arg);
}
