// An inline function of C99 whose external definition is nowhere: its body is used, as in compilers
// that inline it.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <assert.h>
#include <pthread.h>

pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int inside;

inline void enter(void) { pthread_mutex_lock(&mutex); }
inline void leave(void) { pthread_mutex_unlock(&mutex); }

void* work(void* arg) {
  enter();
  assert(inside == 0);
  inside = 1;
  inside = 0;
  leave();
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
