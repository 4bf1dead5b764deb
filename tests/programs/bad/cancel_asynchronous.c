// Cancellation at any instruction is not modelled.
// overtake: exit=2 stderr=cancel_asynchronous.c:7:
// overtake: stderr=asynchronous cancellation is not supported
#include <pthread.h>

void* work(void* arg) {
  pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, NULL);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_cancel(t);
  pthread_join(t, NULL);
}
