/* What tests of glibc use from its support library, as far as tests of threads do: checks that
 * abort, and pthread functions that must not fail. The declarations are glibc's. */
#undef exit
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <support/check.h>
#include <support/support.h>
#include <support/test-driver.h>
#include <support/timespec.h>
#include <support/xthread.h>
#include <support/xtime.h>
#include <time.h>
#include <unistd.h>

extern void exit(int) __attribute__((noreturn));

static atomic_int failures;
const char* test_dir = "/tmp";
unsigned int test_verbose;

/* --- checks --------------------------------------------------------------------------------- */

void support_record_failure(void) { ++failures; }
int support_record_failure_is_failed(void) { return failures != 0; }
void support_record_failure_barrier(void) {
  if (failures != 0) abort();
}

int support_print_failure_impl(const char* file, int line, const char* format, ...) {
  fprintf(stderr, "%s:%d: failed: %s\n", file, line, format);
  ++failures;
  return 1;
}

void support_exit_failure_impl(int status, const char* file, int line, const char* format, ...) {
  fprintf(stderr, "%s:%d: failed: %s\n", file, line, format);
  if (status != 77) abort();
  exit(77);
}

void support_test_verify_impl(const char* file, int line, const char* expression) {
  support_print_failure_impl(file, line, expression);
}

void support_test_verify_exit_impl(int status, const char* file, int line, const char* expression) {
  support_exit_failure_impl(status, file, line, expression);
}

void support_test_compare_failure(const char* file, int line, const char* left, long long a, int ap,
                                  int as, const char* right, long long b, int bp, int bs) {
  (void)ap, (void)as, (void)right, (void)bp, (void)bs, (void)a, (void)b;
  support_print_failure_impl(file, line, left);
}

/* --- memory and time ------------------------------------------------------------------------ */

void* xmalloc(size_t size) {
  void* p = malloc(size);
  if (p == NULL) abort();
  return p;
}

void* xcalloc(size_t n, size_t size) {
  void* p = calloc(n, size);
  if (p == NULL) abort();
  return p;
}

void xclock_gettime(clockid_t clock, struct timespec* now) {
  if (clock_gettime(clock, now) != 0) abort();
}

struct timespec timespec_add(struct timespec a, struct timespec b) {
  struct timespec sum = {a.tv_sec + b.tv_sec, a.tv_nsec + b.tv_nsec};
  if (sum.tv_nsec >= 1000000000) ++sum.tv_sec, sum.tv_nsec -= 1000000000;
  return sum;
}

struct timespec timespec_sub(struct timespec a, struct timespec b) {
  struct timespec rest = {a.tv_sec - b.tv_sec, a.tv_nsec - b.tv_nsec};
  if (rest.tv_nsec < 0) --rest.tv_sec, rest.tv_nsec += 1000000000;
  return rest;
}

static bool is_before(struct timespec a, struct timespec b) {
  return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}

void test_timespec_before_impl(const char* file, int line, struct timespec a, struct timespec b) {
  if (!is_before(a, b)) support_print_failure_impl(file, line, "not before");
}

void test_timespec_equal_or_after_impl(const char* file, int line, struct timespec a,
                                       struct timespec b) {
  if (is_before(a, b)) support_print_failure_impl(file, line, "before");
}

/* --- threads -------------------------------------------------------------------------------- */

void xpthread_check_return(const char* function, int value) {
  if (value == 0) return;
  fprintf(stderr, "%s failed\n", function);
  abort();
}

#define SURE(name, parameters, arguments) \
  void x##name parameters { xpthread_check_return(#name, name arguments); }

SURE(pthread_barrier_init, (pthread_barrier_t * b, pthread_barrierattr_t* a, unsigned n), (b, a, n))
SURE(pthread_barrier_destroy, (pthread_barrier_t * b), (b))
SURE(pthread_mutexattr_init, (pthread_mutexattr_t * a), (a))
SURE(pthread_mutexattr_destroy, (pthread_mutexattr_t * a), (a))
SURE(pthread_mutexattr_settype, (pthread_mutexattr_t * a, int type), (a, type))
SURE(pthread_mutexattr_setpshared, (pthread_mutexattr_t * a, int shared), (a, shared))
SURE(pthread_mutexattr_setprotocol, (pthread_mutexattr_t * a, int protocol), (a, protocol))
SURE(pthread_mutexattr_setrobust, (pthread_mutexattr_t * a, int robust), (a, robust))
SURE(pthread_mutex_init, (pthread_mutex_t * m, const pthread_mutexattr_t* a), (m, a))
SURE(pthread_mutex_destroy, (pthread_mutex_t * m), (m))
SURE(pthread_mutex_lock, (pthread_mutex_t * m), (m))
SURE(pthread_mutex_unlock, (pthread_mutex_t * m), (m))
SURE(pthread_mutex_consistent, (pthread_mutex_t * m), (m))
SURE(pthread_spin_lock, (pthread_spinlock_t * l), (l))
SURE(pthread_spin_unlock, (pthread_spinlock_t * l), (l))
SURE(pthread_cond_wait, (pthread_cond_t * c, pthread_mutex_t* m), (c, m))
SURE(pthread_cond_signal, (pthread_cond_t * c), (c))
SURE(pthread_detach, (pthread_t t), (t))
SURE(pthread_cancel, (pthread_t t), (t))
SURE(pthread_kill, (pthread_t t, int signal), (t, signal))
SURE(pthread_once, (pthread_once_t * o, void (*f)(void)), (o, f))
SURE(pthread_attr_init, (pthread_attr_t * a), (a))
SURE(pthread_attr_destroy, (pthread_attr_t * a), (a))
SURE(pthread_attr_setdetachstate, (pthread_attr_t * a, int state), (a, state))
SURE(pthread_attr_setstack, (pthread_attr_t * a, void* stack, size_t size), (a, stack, size))
SURE(pthread_attr_setstacksize, (pthread_attr_t * a, size_t size), (a, size))
SURE(pthread_attr_setguardsize, (pthread_attr_t * a, size_t size), (a, size))
SURE(pthread_rwlock_init, (pthread_rwlock_t * l, const pthread_rwlockattr_t* a), (l, a))
SURE(pthread_rwlockattr_init, (pthread_rwlockattr_t * a), (a))
SURE(pthread_rwlockattr_setkind_np, (pthread_rwlockattr_t * a, int kind), (a, kind))
SURE(pthread_rwlock_wrlock, (pthread_rwlock_t * l), (l))
SURE(pthread_rwlock_rdlock, (pthread_rwlock_t * l), (l))
SURE(pthread_rwlock_unlock, (pthread_rwlock_t * l), (l))
SURE(pthread_rwlock_destroy, (pthread_rwlock_t * l), (l))

pthread_t xpthread_create(pthread_attr_t* attributes, void* (*f)(void*), void* argument) {
  pthread_t thread;
  xpthread_check_return("pthread_create", pthread_create(&thread, attributes, f, argument));
  return thread;
}

void* xpthread_join(pthread_t thread) {
  void* result;
  xpthread_check_return("pthread_join", pthread_join(thread, &result));
  return result;
}

int xpthread_barrier_wait(pthread_barrier_t* barrier) {
  const int result = pthread_barrier_wait(barrier);
  if (result != 0 && result != PTHREAD_BARRIER_SERIAL_THREAD) abort();
  return result == PTHREAD_BARRIER_SERIAL_THREAD;
}

bool support_mutex_pi_monotonic(void) { return false; }

/* Ends the process when the seconds are over: a thread that may do so at any moment. */
static void* exit_later(void* seconds) {
  struct timespec time = {(time_t)(size_t)seconds, 0};
  nanosleep(&time, NULL);
  exit(0);
}

void delayed_exit(int seconds) {
  pthread_t thread = xpthread_create(NULL, exit_later, (void*)(size_t)seconds);
  xpthread_detach(thread);
}
