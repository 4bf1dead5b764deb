// The same with mutexes: unlocking one drains the buffer, so store buffering cannot happen.
// overtake: model=sc,tso,pso verdict=safe executions=3
#include <assert.h>
#include <pthread.h>

pthread_mutex_t lock_x = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t lock_y = PTHREAD_MUTEX_INITIALIZER;
int x, y, r1, r2;

void* left(void* arg) {
  pthread_mutex_lock(&lock_x);
  x = 1;
  pthread_mutex_unlock(&lock_x);
  r1 = y;
  return arg;
}

void* right(void* arg) {
  pthread_mutex_lock(&lock_y);
  y = 1;
  pthread_mutex_unlock(&lock_y);
  r2 = x;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(r1 == 1 || r2 == 1);
}
