// Cancellation is not modelled.
// overtake: exit=2 stderr=pthread_cancel.c:13:
// overtake: stderr=pthread_cancel
#include <pthread.h>

void* work(void* arg) {
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_cancel(t);
  pthread_join(t, NULL);
}
