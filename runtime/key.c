/* Thread-specific data of pthreads, and what runs when a thread ends.
 *
 * The values of the first keys are thread-local and make no events. The destructors are shared:
 * they are written once, atomically, when the key is made, and read at the end of a thread for the
 * keys that it has set. Keys are never reused. */
#include <errno.h>
#include <limits.h>
#include <pthread.h>

#include "internal.h"

#define MAX_KEYS 1024u /* PTHREAD_KEYS_MAX */
#define FEW_KEYS 64u   /* whose values have a place in every thread; it makes room for those of others when it sets one */

typedef void (*destructor_type)(void*);

static unsigned next_key;
static destructor_type destructors[MAX_KEYS];
static _Thread_local const void* values[FEW_KEYS];
static _Thread_local const void** more_values; /* of the other keys */
static _Thread_local unsigned used;            /* keys below this one may have a value in this thread */

static void set_value(unsigned key, const void* value) {
  if (key < FEW_KEYS)
    values[key] = value;
  else
    more_values[key - FEW_KEYS] = value;
}

int pthread_key_create(pthread_key_t* key, destructor_type destructor) {
  /* Naming the hook here links it into programs that make keys, and into no others. */
  if ((uintptr_t)destructor == (uintptr_t)__overtake_thread_end) return EINVAL;
  const unsigned k = __atomic_fetch_add(&next_key, 1, __ATOMIC_SEQ_CST);
  if (k >= MAX_KEYS) return EAGAIN;
  if (destructor != NULL) __atomic_exchange_n(&destructors[k], destructor, __ATOMIC_SEQ_CST);
  *key = k;
  return 0;
}

int pthread_key_delete(pthread_key_t key) {
  if (key >= MAX_KEYS) return EINVAL;
  __atomic_exchange_n(&destructors[key], (destructor_type)NULL, __ATOMIC_SEQ_CST);
  return 0;
}

int pthread_setspecific(pthread_key_t key, const void* value) {
  if (key >= __atomic_load_n(&next_key, __ATOMIC_ACQUIRE) || key >= MAX_KEYS) return EINVAL;
  if (key >= FEW_KEYS && more_values == NULL)
    more_values = __overtake_alloc((MAX_KEYS - FEW_KEYS) * sizeof *more_values);
  set_value(key, value);
  if (key >= used) used = key + 1;
  return 0;
}

void* pthread_getspecific(pthread_key_t key) {
  if (key >= used) return NULL;
  if (key < FEW_KEYS) return (void*)values[key];
  return more_values != NULL ? (void*)more_values[key - FEW_KEYS] : NULL;
}

void __overtake_run_key_destructors(void) {
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS; ++round) {
    int again = 0;
    for (unsigned k = 0; k < used; ++k) {
      const void* value = pthread_getspecific(k);
      if (value == NULL) continue;
      set_value(k, NULL);
      const destructor_type destructor = __atomic_load_n(&destructors[k], __ATOMIC_ACQUIRE);
      if (destructor == NULL) continue;
      destructor((void*)value);
      again = 1;
    }
    if (!again) return;
  }
}

/* Main returns as if it called exit, which runs handlers and no destructors of specific data. */
void* __overtake_thread_end(void* result) {
  if (__overtake_self() == 0) {
    __overtake_run_exit_handlers();
  } else {
    __overtake_run_key_destructors();
    __overtake_release_robust_mutexes();
  }
  return result;
}
