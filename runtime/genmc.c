/* Threads, locks and memory as programs name them that were written for GenMC (its headers map
 * pthreads and malloc to these). They are often called without a declaration. */
#include <pthread.h>
#include <stdlib.h>

#include "internal.h"

long __VERIFIER_thread_create(const pthread_attr_t* attributes, void* (*run)(void*),
                              void* argument) {
  pthread_t thread;
  pthread_create(&thread, attributes, run, argument);
  return (long)thread;
}

void* __VERIFIER_thread_join(long thread) {
  void* result = NULL;
  pthread_join((pthread_t)thread, &result);
  return result;
}

long __VERIFIER_thread_self(void) { return (long)pthread_self(); }
void __VERIFIER_thread_exit(void* result) { pthread_exit(result); }

/* Older names. */
long __VERIFIER_spawn(void* (*run)(void*), void* argument) {
  return __VERIFIER_thread_create(NULL, run, argument);
}
void* __VERIFIER_join(long thread) { return __VERIFIER_thread_join(thread); }

int __VERIFIER_mutex_init(pthread_mutex_t* mutex, const pthread_mutexattr_t* attributes) {
  return pthread_mutex_init(mutex, attributes);
}
int __VERIFIER_mutex_lock(pthread_mutex_t* mutex) { return pthread_mutex_lock(mutex); }
int __VERIFIER_mutex_trylock(pthread_mutex_t* mutex) { return pthread_mutex_trylock(mutex); }
int __VERIFIER_mutex_unlock(pthread_mutex_t* mutex) { return pthread_mutex_unlock(mutex); }
int __VERIFIER_mutex_destroy(pthread_mutex_t* mutex) { return pthread_mutex_destroy(mutex); }

int __VERIFIER_barrier_init(pthread_barrier_t* barrier, const pthread_barrierattr_t* attributes,
                            unsigned count) {
  return pthread_barrier_init(barrier, attributes, count);
}
int __VERIFIER_barrier_wait(pthread_barrier_t* barrier) { return pthread_barrier_wait(barrier); }
int __VERIFIER_barrier_destroy(pthread_barrier_t* barrier) {
  return pthread_barrier_destroy(barrier);
}

void* __VERIFIER_malloc(unsigned long size) { return malloc(size); }
void* __VERIFIER_malloc_aligned(unsigned long alignment, unsigned long size) {
  return aligned_alloc(alignment, size);
}
void __VERIFIER_free(void* object) { free(object); }
