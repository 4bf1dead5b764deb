#include <pthread.h>
#include <semaphore.h>

#include "check.h"
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;
static sem_t s;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static void init(void) { n += 100; }
static void* add(void* p) {
  pthread_once(&once, init);
  for (int i = 0; i < (long)p; ++i) {
    pthread_mutex_lock(&m);
    n++;
    pthread_mutex_unlock(&m);
  }
  sem_post(&s);
  pthread_setspecific(key, p);
  return pthread_getspecific(key);
}
int main(void) {
  sem_init(&s, 0, 0);
  pthread_key_create(&key, 0);
  pthread_t t[3];
  long sum = 0;
  for (long i = 0; i < 3; ++i) pthread_create(&t[i], 0, add, (void*)(i + 2));
  for (int i = 0; i < 3; ++i) {
    void* r;
    sem_wait(&s);
    pthread_join(t[i], &r);
    sum += (long)r;
  }
  mix(n), mix(sum);
  return done();
}
