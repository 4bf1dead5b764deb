/* Preloaded into a test of others: makes some of its threads late, as a loaded machine would.
 *
 * A thread is slow or not, by a draw of LATE_SEED; a slow one waits up to fifteen seconds in all,
 * in pieces, before calls that start a thread, lock, wait, sleep or ask for the time. Nothing else
 * changes, so a test that fails with this can fail without it. That is how scripts/suites tells a
 * test that relies on time from one that overtake misjudges. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <threads.h>
#include <time.h>

static atomic_uint threads;
static _Thread_local unsigned state;
static _Thread_local int slow;
static _Thread_local long left = 15000; /* milliseconds */

static unsigned draw(unsigned n) {
  state = state * 1664525u + 1013904223u;
  return (state >> 16) % n;
}

static void* next(const char* name) { return dlsym(RTLD_NEXT, name); }

static void be_late(void) {
  if (state == 0) {
    const char* seed = getenv("LATE_SEED");
    const unsigned number = atomic_fetch_add(&threads, 1);
    state = (unsigned)(seed != NULL ? atoi(seed) : 1) * 2654435761u + number * 40503u + 1;
    draw(2);
    slow = draw(2) == 0;
  }
  static const long pieces[] = {1, 700, 3000, 12000};
  if (!slow || draw(2) == 0) return;
  const long piece = pieces[draw(4)];
  if (piece > left) return;
  left -= piece;
  int (*sleep_for)(const struct timespec*, struct timespec*) = next("nanosleep");
  const struct timespec time = {piece / 1000, piece % 1000 * 1000000};
  sleep_for(&time, NULL);
}

/* Time may pass: a wait that would last longer than a second ends after one, and then it is as late
 * as it should be, for all. */
static _Atomic long long passed; /* nanoseconds that no thread has waited for */

static long long nanoseconds(const struct timespec* t) {
  return t->tv_sec * 1000000000LL + t->tv_nsec;
}
static struct timespec timespec_of(long long n) {
  return (struct timespec){n / 1000000000, n % 1000000000};
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  int (*real)(clockid_t, struct timespec*) = next("clock_gettime");
  be_late();
  const int result = real(clock, now);
  if (result == 0) *now = timespec_of(nanoseconds(now) + passed);
  return result;
}

/* The deadline for the real function, and in `rest` by how much it is too early. */
static struct timespec sooner(clockid_t clock, const struct timespec* until, long long* rest) {
  struct timespec now;
  int (*real)(clockid_t, struct timespec*) = next("clock_gettime");
  real(clock, &now);
  const long long deadline = nanoseconds(until) - passed, soon = nanoseconds(&now) + 1000000000LL;
  *rest = deadline > soon ? deadline - soon : 0;
  return timespec_of(deadline < 0 ? 0 : deadline - *rest);
}

#define TIMED(name, parameters, clock, until, expired, arguments)                  \
  int name parameters {                                                            \
    int(*real) parameters = next(#name);                                           \
    be_late();                                                                     \
    if (until->tv_nsec < 0 || until->tv_nsec >= 1000000000 || until->tv_sec < 0) { \
      const struct timespec soon = *until;                                         \
      return real arguments;                                                       \
    }                                                                              \
    long long rest;                                                                \
    const struct timespec soon = sooner(clock, until, &rest);                      \
    const int result = real arguments;                                             \
    if (expired) passed += rest;                                                   \
    return result;                                                                 \
  }

#define LATE(result, name, parameters, arguments) \
  result name parameters {                        \
    static result(*_Atomic real) parameters;      \
    if (real == NULL) real = next(#name);         \
    be_late();                                    \
    return real arguments;                        \
  }

LATE(int, nanosleep, (const struct timespec* t, struct timespec* rest), (t, rest))
LATE(int, clock_nanosleep, (clockid_t c, int f, const struct timespec* t, struct timespec* rest),
     (c, f, t, rest))
LATE(int, pthread_create,
     (pthread_t * t, const pthread_attr_t* a, void* (*f)(void*), void* argument),
     (t, a, f, argument))
LATE(int, pthread_mutex_lock, (pthread_mutex_t * m), (m))
LATE(int, pthread_mutex_trylock, (pthread_mutex_t * m), (m))

LATE(int, pthread_rwlock_rdlock, (pthread_rwlock_t * l), (l))
LATE(int, pthread_rwlock_wrlock, (pthread_rwlock_t * l), (l))
LATE(int, pthread_barrier_wait, (pthread_barrier_t * b), (b))
LATE(int, sem_post, (sem_t * s), (s))
LATE(int, sem_wait, (sem_t * s), (s))
LATE(int, mtx_lock, (mtx_t * m), (m))
LATE(int, thrd_create, (thrd_t * t, int (*f)(void*), void* argument), (t, f, argument))

TIMED(pthread_mutex_timedlock, (pthread_mutex_t * m, const struct timespec* t), CLOCK_REALTIME, t,
      result == ETIMEDOUT, (m, &soon))
TIMED(pthread_mutex_clocklock, (pthread_mutex_t * m, clockid_t k, const struct timespec* t), k, t,
      result == ETIMEDOUT, (m, k, &soon))
TIMED(pthread_cond_clockwait,
      (pthread_cond_t * c, pthread_mutex_t* m, clockid_t k, const struct timespec* t), k, t,
      result == ETIMEDOUT, (c, m, k, &soon))
TIMED(mtx_timedlock, (mtx_t * m, const struct timespec* t), CLOCK_REALTIME, t,
      result == thrd_timedout, (m, &soon))
TIMED(cnd_timedwait, (cnd_t * c, mtx_t* m, const struct timespec* t), CLOCK_REALTIME, t,
      result == thrd_timedout, (c, m, &soon))
TIMED(sem_timedwait, (sem_t * s, const struct timespec* t), CLOCK_REALTIME, t,
      result == -1 && errno == ETIMEDOUT, (s, &soon))
LATE(int, pthread_cond_timedwait,
     (pthread_cond_t * c, pthread_mutex_t* m, const struct timespec* t), (c, m, t))
