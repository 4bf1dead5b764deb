// Memory that never was a mutex.
// overtake: exit=10 stdout=uninitialized_mutex.c:9
#include <pthread.h>
#include <string.h>

int main(void) {
  pthread_mutex_t m;
  memset(&m, 0xff, sizeof m);
  pthread_mutex_lock(&m);
}
