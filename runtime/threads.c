/* C11 threads.h over the same machine words as pthreads. mtx_t, cnd_t and once_flag have the sizes
 * of their pthread counterparts and start at zero; thrd_t and pthread_t are the same. */
#include <errno.h>
#include <pthread.h>
#include <threads.h>

#include "internal.h"

static pthread_mutex_t* mutex_of(mtx_t* mutex) { return (pthread_mutex_t*)mutex; }
static pthread_cond_t* cond_of(cnd_t* cond) { return (pthread_cond_t*)cond; }

static int status_of(int error) {
  switch (error) {
    case 0: return thrd_success;
    case EBUSY: return thrd_busy;
    case ETIMEDOUT: return thrd_timedout;
    case ENOMEM: return thrd_nomem;
    default: return thrd_error;
  }
}

/* The start function returns an int where the machine expects a pointer: registers are 64 bits wide
 * and thrd_join takes the low half, so the function can be spawned as it is. */
int thrd_create(thrd_t* thread, thrd_start_t start, void* argument) {
  *thread = __overtake_spawn((void* (*)(void*))(void*)start, argument) + 1;
  return thrd_success;
}

int thrd_join(thrd_t thread, int* result) {
  if (thread == __overtake_self() + 1) return thrd_error;
  const int value = (int)(intptr_t)__overtake_join(thread - 1);
  if (result != NULL) *result = value;
  return thrd_success;
}

int thrd_detach(thrd_t thread) { return status_of(pthread_detach(thread)); }
void thrd_exit(int result) { pthread_exit((void*)(intptr_t)result); }
thrd_t thrd_current(void) { return __overtake_self() + 1; }
int thrd_equal(thrd_t a, thrd_t b) { return a == b; }
void thrd_yield(void) {}

int thrd_sleep(const struct timespec* duration, struct timespec* remaining) {
  return clock_nanosleep(CLOCK_REALTIME, 0, duration, remaining) == 0 ? 0 : -2;
}

int mtx_init(mtx_t* mutex, int type) {
  struct overtake_mutex* m = (struct overtake_mutex*)mutex;
  if (OVERTAKE_PEEK(&m->word) >> 32 == OVERTAKE_MUTEX_HELD)
    __overtake_fail("lock-misuse", "initializes a mutex that is held");
  m->word = 0;
  m->kind_and_depth = (type & mtx_recursive) != 0 ? PTHREAD_MUTEX_RECURSIVE : PTHREAD_MUTEX_NORMAL;
  return thrd_success;
}

int mtx_lock(mtx_t* mutex) { return status_of(pthread_mutex_lock(mutex_of(mutex))); }
int mtx_trylock(mtx_t* mutex) { return status_of(pthread_mutex_trylock(mutex_of(mutex))); }
int mtx_unlock(mtx_t* mutex) { return status_of(pthread_mutex_unlock(mutex_of(mutex))); }
void mtx_destroy(mtx_t* mutex) { pthread_mutex_destroy(mutex_of(mutex)); }

int mtx_timedlock(mtx_t* restrict mutex, const struct timespec* restrict until) {
  return status_of(pthread_mutex_timedlock(mutex_of(mutex), until));
}

int cnd_init(cnd_t* cond) { return status_of(pthread_cond_init(cond_of(cond), NULL)); }
int cnd_signal(cnd_t* cond) { return status_of(pthread_cond_signal(cond_of(cond))); }
int cnd_broadcast(cnd_t* cond) { return status_of(pthread_cond_broadcast(cond_of(cond))); }
void cnd_destroy(cnd_t* cond) { pthread_cond_destroy(cond_of(cond)); }

int cnd_wait(cnd_t* cond, mtx_t* mutex) {
  return status_of(pthread_cond_wait(cond_of(cond), mutex_of(mutex)));
}

int cnd_timedwait(cnd_t* restrict cond, mtx_t* restrict mutex,
                  const struct timespec* restrict until) {
  return status_of(pthread_cond_timedwait(cond_of(cond), mutex_of(mutex), until));
}

void call_once(once_flag* flag, void (*routine)(void)) {
  if (__overtake_once_begin(flag)) {
    routine();
    __overtake_once_end(flag);
  }
}

int tss_create(tss_t* key, tss_dtor_t destructor) {
  return status_of(pthread_key_create(key, destructor));
}

void tss_delete(tss_t key) { pthread_key_delete(key); }
int tss_set(tss_t key, void* value) { return status_of(pthread_setspecific(key, value)); }
void* tss_get(tss_t key) { return pthread_getspecific(key); }
