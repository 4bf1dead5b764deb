/* Threads of pthreads. A pthread_t is the machine's thread id plus one, so that one that was never
 * set (zero) names no thread. Creating a thread is one spawn and the store of its id. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <sched.h>

#include "internal.h"

#define STACK_SIZE (8ul << 20)

/* Attributes: what a program sets it can read back; it changes nothing but whether a thread can be
 * made at all. */
struct attributes {
  int detach_state;
  int scope;
  uint64_t stack_size;
  uint64_t guard_size;
  int inherits;
  int policy;
  int priority;
  void* stack;
};

static int priority_fits(int policy, int priority) {
  return policy == SCHED_OTHER ? priority == 0 : priority >= 1 && priority <= 99;
}

int pthread_create(pthread_t* restrict thread, const pthread_attr_t* restrict attributes,
                   void* (*start)(void*), void* restrict argument) {
  const struct attributes* a = (const struct attributes*)attributes;
  if (a != NULL && a->inherits == PTHREAD_EXPLICIT_SCHED && !priority_fits(a->policy, a->priority))
    return EINVAL;
  *thread = __overtake_spawn(start, argument) + 1;
  return 0;
}

int pthread_join(pthread_t thread, void** result) {
  if (thread == __overtake_self() + 1) return EDEADLK;
  void* value = __overtake_join(thread - 1);
  if (result != NULL) *result = value;
  return 0;
}

int pthread_detach(pthread_t thread) {
  (void)thread;
  return 0;
}

/* Unwinds: destructors, and handlers of pthread_cleanup_push, run; C++ sees an exception that must
 * not end in a handler. Only handlers of C++ look at the object, which has a header (cxx/abi.h) of
 * zeroes before it. */
static void end_thread(void* result) {
  __overtake_run_key_destructors();
  __overtake_release_robust_mutexes();
  __overtake_thread_exit(result);
}

void __overtake_exit_thread(void* result) {
  static _Thread_local struct {
    uint64_t header[8];
    uint64_t object;
  } forced;
  __overtake_forced_unwind(&forced.object, end_thread, result);
}

void pthread_exit(void* result) { __overtake_exit_thread(result); }

pthread_t pthread_self(void) { return __overtake_self() + 1; }
int pthread_equal(pthread_t a, pthread_t b) { return a == b; }

int sched_yield(void) { return 0; }

static int priority_limit(int policy, int real_time) {
  if (policy == SCHED_FIFO || policy == SCHED_RR) return real_time;
  if (policy == SCHED_OTHER) return 0;
  errno = EINVAL;
  return -1;
}

int sched_get_priority_min(int policy) { return priority_limit(policy, 1); }
int sched_get_priority_max(int policy) { return priority_limit(policy, 99); }

int pthread_setname_np(pthread_t thread, const char* name) {
  (void)thread;
  (void)name;
  return 0;
}

int pthread_setaffinity_np(pthread_t thread, size_t size, const cpu_set_t* set) {
  (void)thread;
  (void)size;
  (void)set;
  return 0;
}

int sched_setaffinity(pid_t process, size_t size, const cpu_set_t* set) {
  (void)process;
  (void)size;
  (void)set;
  return 0;
}

int sched_getcpu(void) { return 0; }

static int concurrency; /* a hint that changes nothing */

int pthread_setconcurrency(int level) {
  if (level < 0) return EINVAL;
  __atomic_store_n(&concurrency, level, __ATOMIC_RELAXED);
  return 0;
}

int pthread_getconcurrency(void) { return __atomic_load_n(&concurrency, __ATOMIC_RELAXED); }

int pthread_attr_init(pthread_attr_t* attributes) {
  struct attributes* a = (struct attributes*)attributes;
  a->detach_state = PTHREAD_CREATE_JOINABLE;
  a->scope = PTHREAD_SCOPE_SYSTEM;
  a->stack_size = STACK_SIZE;
  a->guard_size = 4096;
  a->inherits = PTHREAD_INHERIT_SCHED;
  a->policy = SCHED_OTHER;
  a->priority = 0;
  a->stack = NULL;
  return 0;
}

int pthread_attr_destroy(pthread_attr_t* attributes) {
  (void)attributes;
  return 0;
}

int pthread_attr_setdetachstate(pthread_attr_t* attributes, int state) {
  if (state != PTHREAD_CREATE_JOINABLE && state != PTHREAD_CREATE_DETACHED) return EINVAL;
  ((struct attributes*)attributes)->detach_state = state;
  return 0;
}

int pthread_attr_getdetachstate(const pthread_attr_t* attributes, int* state) {
  *state = ((const struct attributes*)attributes)->detach_state;
  return 0;
}

int pthread_attr_setstacksize(pthread_attr_t* attributes, size_t size) {
  if (size < 16384) return EINVAL;
  ((struct attributes*)attributes)->stack_size = size;
  return 0;
}

int pthread_attr_getstacksize(const pthread_attr_t* restrict attributes, size_t* restrict size) {
  *size = ((const struct attributes*)attributes)->stack_size;
  return 0;
}

int pthread_attr_setstack(pthread_attr_t* attributes, void* stack, size_t size) {
  const int error = pthread_attr_setstacksize(attributes, size);
  if (error == 0) ((struct attributes*)attributes)->stack = stack;
  return error;
}

int pthread_attr_getstack(const pthread_attr_t* restrict attributes, void** restrict stack,
                          size_t* restrict size) {
  *stack = ((const struct attributes*)attributes)->stack;
  return pthread_attr_getstacksize(attributes, size);
}

int pthread_attr_setguardsize(pthread_attr_t* attributes, size_t size) {
  ((struct attributes*)attributes)->guard_size = size;
  return 0;
}

int pthread_attr_getguardsize(const pthread_attr_t* restrict attributes, size_t* restrict size) {
  *size = ((const struct attributes*)attributes)->guard_size;
  return 0;
}

int pthread_attr_setscope(pthread_attr_t* attributes, int scope) {
  if (scope == PTHREAD_SCOPE_PROCESS) return ENOTSUP;
  if (scope != PTHREAD_SCOPE_SYSTEM) return EINVAL;
  ((struct attributes*)attributes)->scope = scope;
  return 0;
}

int pthread_attr_getscope(const pthread_attr_t* restrict attributes, int* restrict scope) {
  *scope = ((const struct attributes*)attributes)->scope;
  return 0;
}

int pthread_attr_setinheritsched(pthread_attr_t* attributes, int inherit) {
  if (inherit != PTHREAD_INHERIT_SCHED && inherit != PTHREAD_EXPLICIT_SCHED) return EINVAL;
  ((struct attributes*)attributes)->inherits = inherit;
  return 0;
}

int pthread_attr_getinheritsched(const pthread_attr_t* restrict attributes, int* restrict inherit) {
  *inherit = ((const struct attributes*)attributes)->inherits;
  return 0;
}

int pthread_attr_setschedpolicy(pthread_attr_t* attributes, int policy) {
  if (policy != SCHED_OTHER && policy != SCHED_FIFO && policy != SCHED_RR) return EINVAL;
  ((struct attributes*)attributes)->policy = policy;
  return 0;
}

int pthread_attr_getschedpolicy(const pthread_attr_t* restrict attributes, int* restrict policy) {
  *policy = ((const struct attributes*)attributes)->policy;
  return 0;
}

int pthread_attr_setschedparam(pthread_attr_t* restrict attributes,
                               const struct sched_param* restrict parameters) {
  struct attributes* a = (struct attributes*)attributes;
  if (!priority_fits(a->policy, parameters->sched_priority)) return EINVAL;
  a->priority = parameters->sched_priority;
  return 0;
}

int pthread_attr_getschedparam(const pthread_attr_t* restrict attributes,
                               struct sched_param* restrict parameters) {
  parameters->sched_priority = ((const struct attributes*)attributes)->priority;
  return 0;
}
