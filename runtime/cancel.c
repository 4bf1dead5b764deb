/* Cancellation of pthreads, the deferred kind. (Asynchronous cancellation can happen at any
 * instruction; the front end refuses it in programs that cancel threads.)
 *
 * A request is one step, and stays. A cancellation point is one more: it looks for a request before
 * it waits. That a request wakes a thread which waits already is the same look taken later, when
 * the request is there; so no thread has to wake another one, and all outcomes are covered. An
 * execution in which a thread keeps waiting although it has been cancelled does not exist, and is
 * no deadlock: that is why the wait names the request (src/exec/cancellation.h).
 *
 * Which functions are cancellation points: pthread_cond_wait and its timed kin, which take the
 * mutex again before handlers run, and consume no signal (cond.c); sem_wait and its timed kin
 * (sem.c); pthread_join; sleep, usleep, nanosleep, clock_nanosleep, pause; read, write;
 * pthread_testcancel. Those are what POSIX demands, of the functions that are modelled; functions
 * that only may be cancellation points (printf, read-write locks) are none, as in glibc but for
 * output. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

#define THREADS 1024 /* more than there can be */

static uint32_t requests[THREADS]; /* by thread: 1 once its cancellation was requested */
static _Thread_local int state;    /* PTHREAD_CANCEL_ENABLE, which is 0, or PTHREAD_CANCEL_DISABLE */
static _Thread_local int ending;   /* from the moment it acts on a request, or calls pthread_exit */

const uint32_t* __overtake_request(void) {
  return state == PTHREAD_CANCEL_ENABLE && !ending ? &requests[__overtake_self()] : NULL;
}

int __overtake_is_cancelled(void) {
  const uint32_t* request = __overtake_request();
  return request != NULL && __atomic_load_n(request, __ATOMIC_ACQUIRE) != 0;
}

void __overtake_act_on_cancel(void) {
  ending = 1;
  __overtake_exit_thread(PTHREAD_CANCELED);
}

void __overtake_cancellation_point(void) {
  if (__overtake_is_cancelled()) __overtake_act_on_cancel();
}

int pthread_cancel(pthread_t thread) {
  if (thread - 1 >= THREADS) return ESRCH;
  __atomic_exchange_n(&requests[thread - 1], 1, __ATOMIC_SEQ_CST);
  return 0;
}

/* --- in programs without cancellation ----------------------------------------------------------
 * */

int pthread_setcancelstate(int new_state, int* old) {
  if (new_state != PTHREAD_CANCEL_ENABLE && new_state != PTHREAD_CANCEL_DISABLE) return EINVAL;
  if (old != NULL) *old = state;
  state = new_state;
  return 0;
}

static _Thread_local int type; /* of cancellation, to be read back */

int pthread_setcanceltype(int new_type, int* old) {
  if (new_type != PTHREAD_CANCEL_DEFERRED && new_type != PTHREAD_CANCEL_ASYNCHRONOUS) return EINVAL;
  if (old != NULL) *old = type;
  type = new_type;
  return 0;
}

void pthread_testcancel(void) {}

/* --- in the others ---------------------------------------------------------------------------- */

int __overtake_cancellable_pthread_setcanceltype(int new_type, int* old) {
  if (new_type == PTHREAD_CANCEL_ASYNCHRONOUS)
    __overtake_fail("abort", "asynchronous cancellation is not supported");
  if (new_type != PTHREAD_CANCEL_DEFERRED) return EINVAL;
  if (old != NULL) *old = PTHREAD_CANCEL_DEFERRED;
  return 0;
}

void __overtake_cancellable_pthread_testcancel(void) { __overtake_cancellation_point(); }

_Noreturn void __overtake_cancellable_pthread_exit(void* result) {
  ending = 1; /* handlers and destructors are not cancelled */
  __overtake_exit_thread(result);
}

int __overtake_cancellable_pthread_join(pthread_t thread, void** result) {
  if (thread == __overtake_self() + 1) return EDEADLK;
  __overtake_cancellation_point();
  void* value = __overtake_join_cancellable(thread - 1, __overtake_request());
  if (result != NULL) *result = value;
  return 0;
}

int __overtake_cancellable_clock_nanosleep(clockid_t clock, int flags, const struct timespec* duration,
                                           struct timespec* remaining) {
  (void)remaining;
  __overtake_cancellation_point();
  return __overtake_sleep(clock, flags, duration);
}

int __overtake_cancellable_usleep(useconds_t duration) {
  __overtake_cancellation_point();
  __overtake_sleep_for((uint64_t)duration * 1000);
  return 0;
}

unsigned __overtake_cancellable_sleep(unsigned duration) {
  __overtake_cancellation_point();
  __overtake_sleep_for((uint64_t)duration * 1000000000);
  return 0;
}

/* No signal arrives: a thread that is not cancelled waits for ever. */
int __overtake_cancellable_pause(void) {
  static uint64_t never;
  __overtake_cancellation_point();
  __overtake_sem_wait_cancellable(&never, __overtake_request());
  return -1;
}
