/* How the models lay their state over the types of glibc 2.36 on x86-64.
 *
 * A program holds pthread_mutex_t and its kin by value, often with a static initializer, so the
 * state of a model has to fit inside those types, at bytes that the static initializers leave zero
 * (the kind of a mutex excepted, which stays where glibc has it). Each field is always accessed
 * with one size: overlapping accesses of different sizes are costly for every engine. */
#ifndef OVERTAKE_INTERNAL_H
#define OVERTAKE_INTERNAL_H

#include <pthread.h>
#include <time.h>

#include "overtake.h"

/* pthread_mutex_t, mtx_t (40 bytes). */
struct overtake_mutex {
  uint64_t word;         /* of the machine; over __lock and __count */
  uint64_t owner;        /* of a robust mutex: what became of its holder (robust.c) */
  uint64_t kind_and_depth; /* low half: glibc's __kind; high half: re-locks by the holder */
};

#define OVERTAKE_KIND_MASK 3 /* in kind_and_depth */

/* pthread_cond_t, cnd_t (48 bytes). */
struct overtake_cond {
  uint64_t word;
  uint64_t clock;        /* of timed waits */
};

/* pthread_rwlock_t (56 bytes). */
struct overtake_rwlock {
  uint64_t word;
};

/* sem_t (32 bytes). */
struct overtake_sem {
  uint64_t word;         /* of the machine: the value */
};

#define OVERTAKE_CLAIMS 64

/* pthread_barrier_t (32 bytes). */
struct overtake_barrier {
  uint64_t word;         /* of the machine: who has arrived, and in which round */
  uint64_t size;         /* with a mark while it is initialized, and another one after its destruction */
  uint32_t* claims;      /* the last rounds that have a serial thread, by round modulo OVERTAKE_CLAIMS */
};

/* What locks hold while they are held: the marks of src/ir/program.h. */
#define OVERTAKE_MUTEX_HELD UINT64_C(0x6c6f636b)       /* high half */
#define OVERTAKE_SPIN_HELD INT32_C(0x5b1c1ced)         /* all of it */
#define OVERTAKE_READERS_HOLD UINT64_C(0x40000000)     /* high half */
#define OVERTAKE_WRITER_HOLDS UINT64_C(0x80000000)     /* high half */

/* What a word holds that may never have been written: if it is none of our marks it means nothing.
 * */
#define OVERTAKE_PEEK(word) __overtake_settled((uint64_t)__atomic_load_n((word), __ATOMIC_RELAXED))

#define OVERTAKE_BUSY_ALWAYS UINT64_MAX /* for __overtake_destroy: any value but 0 is "in use" */
#define OVERTAKE_BUSY_NEVER UINT64_C(0)

/* A deadline on the thread's clock (overtake.h), from one on a clock of the operating system;
 * EINVAL if there is no such clock or time. No run lasts until OVERTAKE_NEVER: who waits so long
 * waits for ever. */
#define OVERTAKE_NEVER (UINT64_C(1) << 58)
int __overtake_deadline(clockid_t clock, const struct timespec* until, uint64_t* deadline);

/* Runs the destructors of thread-specific data, or in main the atexit handlers. */
void* __overtake_thread_end(void* result);

/* Cancellation (cancel.c). A cancellation point is a function that looks whether its thread's
 * cancellation was requested, and acts on that, before it waits; the wait names where the request
 * would be. In programs that call pthread_cancel a function `__overtake_cancellable_f` takes the
 * place of the model `f`; other programs do not pay. */
int __overtake_is_cancelled(void);              /* a request is there, and the thread has not disabled it */
_Noreturn void __overtake_act_on_cancel(void);
void __overtake_cancellation_point(void);
const uint32_t* __overtake_request(void);       /* of this thread; null while it has disabled it */

/* clock_nanosleep, without cancellation. */
int __overtake_sleep(clockid_t clock, int flags, const struct timespec* duration);

/* Ends the thread as pthread_exit does. */
_Noreturn void __overtake_exit_thread(void* result);

/* Mutexes that are not robust (mutex.c). */
int __overtake_plain_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes);
int __overtake_plain_mutex_lock(pthread_mutex_t* mutex);
int __overtake_plain_mutex_trylock(pthread_mutex_t* mutex);
int __overtake_plain_mutex_clocklock(pthread_mutex_t* mutex, clockid_t clock, const struct timespec* until);
int __overtake_plain_mutex_unlock(pthread_mutex_t* mutex);

/* Runs the atexit handlers (exit.c) and the destructors of this thread's data (key.c). */
void __overtake_run_exit_handlers(void);
void __overtake_run_key_destructors(void);

/* At the end of a thread, after its destructors (robust.c). */
void __overtake_release_robust_mutexes(void);

#endif
