// Every way to wait that pthreads and C11 have, used as it should be: nothing is to be reported, and the
// results are those that libc promises.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>
#include <unistd.h>

enum { kThreads = 3, kRounds = 20 };

static pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t recursive, checking, robust;
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_cond_t monotonic;
static pthread_barrier_t barrier;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static sem_t semaphore;
static pthread_key_t key;
static int counter, serial, made, destroyed, cleaned;
static int go;

static struct timespec in_ms(clockid_t clock, long ms) {
  struct timespec t;
  clock_gettime(clock, &t);
  t.tv_nsec += ms * 1000000;
  t.tv_sec += t.tv_nsec / 1000000000;
  t.tv_nsec %= 1000000000;
  return t;
}

static void make(void) { ++made; }
static void destroy(void *value) {
  pthread_mutex_lock(&plain);
  destroyed += (int)(long)value;
  pthread_mutex_unlock(&plain);
}

static void *work(void *argument) {
  pthread_once(&once, make);
  assert(made == 1);
  pthread_setspecific(key, (void *)1);
  for (int i = 0; i < kRounds; ++i) {
    pthread_mutex_lock(&recursive);
    pthread_mutex_lock(&recursive);
    ++counter;
    pthread_mutex_unlock(&recursive);
    pthread_mutex_unlock(&recursive);
    if (pthread_mutex_trylock(&checking) == 0) {
      assert(pthread_mutex_lock(&checking) == EDEADLK);
      assert(pthread_mutex_unlock(&checking) == 0);
    }
    pthread_rwlock_wrlock(&rwlock);
    ++serial;
    pthread_rwlock_unlock(&rwlock);
    pthread_rwlock_rdlock(&rwlock);
    assert(serial > 0);
    pthread_rwlock_unlock(&rwlock);
    pthread_spin_lock(&spin);
    const int before = go;
    go = before;
    pthread_spin_unlock(&spin);
  }
  const int last = pthread_barrier_wait(&barrier);
  assert(last == 0 || last == PTHREAD_BARRIER_SERIAL_THREAD);
  pthread_mutex_lock(&plain);
  while (!go) pthread_cond_wait(&condition, &plain);
  pthread_mutex_unlock(&plain);
  sem_post(&semaphore);
  return argument;
}

static void *dies_with_lock(void *argument) {
  pthread_mutex_lock(&robust);
  return argument;
}

static void clean(void *value) { cleaned += (int)(long)value; }

static void *cancelled(void *argument) {
  pthread_cleanup_push(clean, (void *)1);
  pthread_mutex_lock(&plain);
  pthread_cleanup_push((void (*)(void *))pthread_mutex_unlock, &plain);
  for (;;) pthread_cond_wait(&monotonic, &plain);
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(1);
  return argument;
}

static void *detached(void *argument) {
  sem_post(&semaphore);
  return argument;
}

static void *exits(void *argument) { pthread_exit(argument); }

static void attributes(void) {
  pthread_mutexattr_t type;
  pthread_condattr_t clock;
  pthread_mutexattr_init(&type);
  pthread_mutexattr_settype(&type, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&recursive, &type);
  pthread_mutexattr_settype(&type, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&checking, &type);
  pthread_mutexattr_settype(&type, PTHREAD_MUTEX_NORMAL);
  pthread_mutexattr_setrobust(&type, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&robust, &type);
  pthread_condattr_init(&clock);
  pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
  pthread_cond_init(&monotonic, &clock);
  pthread_spin_init(&spin, PTHREAD_PROCESS_PRIVATE);
  pthread_barrier_init(&barrier, 0, kThreads + 1);
  sem_init(&semaphore, 0, 0);
  pthread_key_create(&key, destroy);
}

static void time_outs(void) {
  struct timespec t = in_ms(CLOCK_REALTIME, 2);
  pthread_t thread;
  pthread_mutex_lock(&plain);
  assert(pthread_cond_timedwait(&condition, &plain, &t) == ETIMEDOUT);
  t = in_ms(CLOCK_MONOTONIC, 2);
  assert(pthread_cond_timedwait(&monotonic, &plain, &t) == ETIMEDOUT);
  pthread_mutex_unlock(&plain);
  t = in_ms(CLOCK_REALTIME, 2);
  assert(sem_timedwait(&semaphore, &t) == -1 && errno == ETIMEDOUT);
  assert(sem_trywait(&semaphore) == -1 && errno == EAGAIN);
  t = in_ms(CLOCK_REALTIME, 2);
  pthread_rwlock_wrlock(&rwlock);
  assert(pthread_rwlock_timedrdlock(&rwlock, &t) != 0);
  assert(pthread_rwlock_tryrdlock(&rwlock) == EBUSY);
  pthread_rwlock_unlock(&rwlock);
  pthread_create(&thread, 0, dies_with_lock, 0);
  pthread_join(thread, 0);
  assert(pthread_mutex_lock(&robust) == EOWNERDEAD);
  assert(pthread_mutex_consistent(&robust) == 0);
  pthread_mutex_unlock(&robust);
}

static mtx_t c11_mutex;
static cnd_t c11_condition;
static once_flag c11_once = ONCE_FLAG_INIT;
static int c11_ready;

static void c11_make(void) { ++made; }

static int c11_thread(void *argument) {
  call_once(&c11_once, c11_make);
  mtx_lock(&c11_mutex);
  c11_ready = 1;
  cnd_signal(&c11_condition);
  mtx_unlock(&c11_mutex);
  thrd_sleep(&(struct timespec){0, 1000}, 0);
  thrd_yield();
  return 7 + (argument != 0);
}

static void c11(void) {
  thrd_t thread;
  int result = 0;
  mtx_init(&c11_mutex, mtx_timed);
  cnd_init(&c11_condition);
  assert(thrd_create(&thread, c11_thread, 0) == thrd_success);
  mtx_lock(&c11_mutex);
  while (!c11_ready) cnd_wait(&c11_condition, &c11_mutex);
  assert(mtx_trylock(&c11_mutex) == thrd_busy);
  mtx_unlock(&c11_mutex);
  assert(thrd_join(thread, &result) == thrd_success && result == 7);
  call_once(&c11_once, c11_make);
  assert(made == 2);
}

int main(void) {
  pthread_t threads[kThreads], other;
  void *value = 0;
  attributes();
  time_outs();
  for (long i = 0; i < kThreads; ++i) pthread_create(&threads[i], 0, work, (void *)i);
  pthread_barrier_wait(&barrier);
  usleep(100);
  sched_yield();
  pthread_mutex_lock(&plain);
  pthread_spin_lock(&spin);
  go = 1;
  pthread_spin_unlock(&spin);
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&plain);
  for (int i = 0; i < kThreads; ++i) sem_wait(&semaphore);
  for (long i = 0; i < kThreads; ++i) {
    pthread_join(threads[i], &value);
    assert((long)value == i);
  }
  assert(counter == kThreads * kRounds && serial == kThreads * kRounds);
  assert(destroyed == kThreads);
  pthread_create(&other, 0, cancelled, 0);
  usleep(1000);
  pthread_cancel(other);
  pthread_join(other, &value);
  assert(value == PTHREAD_CANCELED && cleaned == 1);
  pthread_create(&other, 0, detached, 0);
  pthread_detach(other);
  sem_wait(&semaphore);
  pthread_create(&other, 0, exits, (void *)9);
  pthread_join(other, &value);
  assert(value == (void *)9);
  c11();
  return 0;
}
