// Signals that come while threads run, wait for locks, sleep, and read.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/time.h>
#include <unistd.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static sem_t semaphore, posted;
static atomic_int handled, working, interrupted;
static int pipes[2];

static void handler(int signal) {
  (void)signal;
  ++handled;
  sem_post(&posted);
}

static void *waits_for_semaphore(void *argument) {
  working = 1;
  assert(sem_wait(&semaphore) == -1 && errno == EINTR);
  interrupted = 1;
  return argument;
}
static void *waits_for_mutex(void *argument) {
  working = 1;
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
  return argument;
}
static void *reads(void *argument) {
  char c = 0;
  working = 1;
  assert(read(pipes[0], &c, 1) == -1 && errno == EINTR);
  interrupted = 1;
  return argument;
}
static void *sleeps(void *argument) {
  working = 1;
  assert(usleep(20000000) == -1 && errno == EINTR);
  interrupted = 1;
  return argument;
}
static void *computes(void *argument) {
  working = 1;
  while (handled < 5) {
  }
  return argument;
}

static void start(pthread_t *t, void *(*function)(void *)) {
  working = 0;
  pthread_create(t, 0, function, 0);
  while (!working) {
  }
  usleep(2000);
}

// A signal may come before the thread waits, however long one sleeps: then there is another one.
static void interrupt(pthread_t t) {
  interrupted = 0;
  do {
    pthread_kill(t, SIGUSR1);
    usleep(2000);
  } while (!interrupted);
  pthread_join(t, 0);
}

int main(void) {
  pthread_t t;
  struct sigaction action = {.sa_handler = handler}, old;
  sem_init(&semaphore, 0, 0);
  sem_init(&posted, 0, 0);
  assert(pipe(pipes) == 0);
  assert(sigaction(SIGUSR1, &action, &old) == 0 && old.sa_handler == SIG_DFL);
  assert(sigaction(SIGUSR1, 0, &old) == 0 && old.sa_handler == handler);
  start(&t, waits_for_semaphore);
  interrupt(t);
  assert(handled >= 1);
  while (sem_trywait(&posted) == 0) {
  }
  handled = 1;
  pthread_mutex_lock(&mutex);
  start(&t, waits_for_mutex);
  pthread_kill(t, SIGUSR1);
  sem_wait(&posted);
  assert(handled == 2);
  pthread_mutex_unlock(&mutex);
  pthread_join(t, 0);
  start(&t, reads);
  interrupt(t);
  assert(handled >= 3);
  start(&t, sleeps);
  interrupt(t);
  assert(handled >= 4);
  handled = 4;
  start(&t, computes);
  pthread_kill(t, SIGUSR1);
  pthread_join(t, 0);
  assert(handled == 5);
  raise(SIGUSR1);
  assert(handled == 6);
  return 0;
}
