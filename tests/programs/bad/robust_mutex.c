// Robust mutexes have no model, and are not taken for ordinary ones.
// overtake: exit=2 stderr=pthread_mutexattr_setrobust
#include <pthread.h>

int main(void) {
  pthread_mutexattr_t a;
  pthread_mutexattr_init(&a);
  return pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
}
