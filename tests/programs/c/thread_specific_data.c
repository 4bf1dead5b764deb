// Thread-specific data: each thread has its own value, and its destructor runs when the thread ends,
// whether it returns or calls pthread_exit.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

pthread_key_t key, plain;
atomic_int destroyed;

void destroy(void* value) {
  atomic_fetch_add(&destroyed, *(int*)value);
  free(value);
}

void* work(void* arg) {
  assert(pthread_getspecific(key) == NULL);
  int* mine = malloc(sizeof *mine);
  *mine = (int)(long)arg;
  pthread_setspecific(key, mine);
  pthread_setspecific(plain, arg);
  assert(pthread_getspecific(key) == mine && pthread_getspecific(plain) == arg);
  if (*mine == 1) pthread_exit(NULL);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  assert(pthread_key_create(&key, destroy) == 0);
  assert(pthread_key_create(&plain, NULL) == 0);
  pthread_create(&a, NULL, work, (void*)1);
  pthread_create(&b, NULL, work, (void*)2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(destroyed == 3);
  assert(pthread_getspecific(key) == NULL);
}
