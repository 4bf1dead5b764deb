/* How the models lay their state over the types of glibc 2.36 on x86-64.
 *
 * A program holds pthread_mutex_t and its kin by value, often with a static initializer, so the
 * state of a model has to fit inside those types, at bytes that the static initializers leave zero
 * (the kind of a mutex excepted, which stays where glibc has it). Each field is always accessed with
 * one size: overlapping accesses of different sizes are costly for every engine. */
#ifndef OVERTAKE_INTERNAL_H
#define OVERTAKE_INTERNAL_H

#include <time.h>

#include "overtake.h"

/* pthread_mutex_t, mtx_t (40 bytes). */
struct overtake_mutex {
  uint64_t word;         /* of the machine; over __lock and __count */
  uint64_t unused;
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

/* pthread_barrier_t (32 bytes). */
struct overtake_barrier {
  uint64_t word;         /* of the machine: who has arrived, and in which round */
  uint64_t size;         /* with a mark while it is initialized, and another one after its destruction */
};

/* What locks hold while they are held: the marks of src/ir/program.h. */
#define OVERTAKE_MUTEX_HELD UINT64_C(0x6c6f636b)       /* high half */
#define OVERTAKE_SPIN_HELD INT32_C(0x5b1c1ced)         /* all of it */
#define OVERTAKE_READERS_HOLD UINT64_C(0x40000000)     /* high half */
#define OVERTAKE_WRITER_HOLDS UINT64_C(0x80000000)     /* high half */

/* What a word holds that may never have been written: if it is none of our marks it means nothing. */
#define OVERTAKE_PEEK(word) __overtake_settled((uint64_t)__atomic_load_n((word), __ATOMIC_RELAXED))

#define OVERTAKE_BUSY_ALWAYS UINT64_MAX /* for __overtake_destroy: any value but 0 is "in use" */
#define OVERTAKE_BUSY_NEVER UINT64_C(0)

/* A deadline on the thread's clock (overtake.h), from one on a clock of the operating system; EINVAL if there is no
 * such clock or time. No run lasts until OVERTAKE_NEVER: who waits so long waits for ever. */
#define OVERTAKE_NEVER (UINT64_C(1) << 58)
int __overtake_deadline(clockid_t clock, const struct timespec* until, uint64_t* deadline);

/* Runs the destructors of thread-specific data, or in main the atexit handlers. */
void* __overtake_thread_end(void* result);

/* Runs the atexit handlers (exit.c) and the destructors of this thread's data (key.c). */
void __overtake_run_exit_handlers(void);
void __overtake_run_key_destructors(void);

#endif
