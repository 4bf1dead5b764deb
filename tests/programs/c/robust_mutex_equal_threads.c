// Each of three equal threads dies with the robust mutex unless it finds it left: 3! orders.
// overtake: model=sc,tso,pso verdict=safe executions=6
#include <assert.h>
#include <errno.h>
#include <pthread.h>

pthread_mutex_t m;
int left;

void* dies(void* arg) {
  if (pthread_mutex_lock(&m) == EOWNERDEAD) {
    pthread_mutex_consistent(&m);
    left++;
    pthread_mutex_unlock(&m);
  }
  return arg;
}

int main(void) {
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_setrobust(&attributes, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&m, &attributes);
  pthread_t t[3];
  for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, dies, NULL);
  for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
  assert(left == 1);  // the first one dies, the second one finds that, the third one dies
}
