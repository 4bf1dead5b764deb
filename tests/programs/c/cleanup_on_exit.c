// pthread_exit runs the handlers that were pushed, the last first, then the destructors of thread-specific data.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>

int trace;
pthread_key_t key;

static void note(void* digit) { trace = trace * 10 + (int)(long)digit; }

static void leave(void) {
  pthread_cleanup_push(note, (void*)1L);
  pthread_exit((void*)5L);
  pthread_cleanup_pop(0);
}

void* worker(void* arg) {
  pthread_setspecific(key, (void*)4L);
  pthread_cleanup_push(note, (void*)3L);
  pthread_cleanup_push(note, (void*)2L);
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
  pthread_join(t, &result);
  assert(result == (void*)5L && trace == 1234);
}
