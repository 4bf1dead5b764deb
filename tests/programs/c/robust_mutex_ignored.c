// Who does not look whether the owner died uses what it left half done. An ordinary mutex beside the robust one stays ordinary.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=22
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m, plain = PTHREAD_MUTEX_INITIALIZER;
int left, right;

void* leaves(void* arg) {
  pthread_mutex_lock(&m);
  left = 1;
  if (arg != NULL) return arg; /* forgets to unlock */
  right = 1;
  pthread_mutex_unlock(&m);
  return arg;
}

void* trusts(void* arg) {
  pthread_mutex_lock(&plain);
  pthread_mutex_unlock(&plain);
  pthread_mutex_lock(&m);
  assert(left == right);
  pthread_mutex_unlock(&m);
  return arg;
}

int main(void) {
  pthread_mutexattr_t a;
  pthread_t one, two;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &a);
  pthread_create(&one, NULL, leaves, &m);
  pthread_create(&two, NULL, trusts, NULL);
  pthread_join(one, NULL);
  pthread_join(two, NULL);
}
