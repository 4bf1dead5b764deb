// Cancellation runs the handlers, the last pushed first, then the destructors of thread-specific data; a cancellation point
// in a handler is none.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

int trace;
pthread_key_t key;

static void note(void* digit) {
  pthread_testcancel();
  sleep(1);
  trace = trace * 10 + (int)(long)digit;
}

static void leave(void) {
  pthread_cleanup_push(note, (void*)1L);
  pause();
  pthread_cleanup_pop(0);
}

void* worker(void* arg) {
  pthread_setspecific(key, (void*)4L);
  pthread_cleanup_push(note, (void*)3L);
  pthread_cleanup_push(note, (void*)2L);
  pthread_cleanup_push(note, (void*)9L);
  pthread_cleanup_pop(0);
  leave();
  pthread_cleanup_pop(1);
  pthread_cleanup_pop(1);
  return arg;
}

int main(void) {
  pthread_t t;
  void* result;
  pthread_key_create(&key, note);
  pthread_create(&t, NULL, worker, NULL);
  pthread_cancel(t);
  pthread_join(t, &result);
  assert(result == PTHREAD_CANCELED && trace == 1234);
}
