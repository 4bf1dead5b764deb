// What a thread hands to pthread_exit, from however deep a call, is what the join obtains.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

void leave(int depth) {
  if (depth == 0) pthread_exit((void*)77);
  leave(depth - 1);
}

void* work(void* arg) {
  leave(3);
  return arg;
}

int main(void) {
  pthread_t t;
  void* result = NULL;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, &result);
  assert((intptr_t)result == 77);
}
