// Threads without an end.
// overtake: args=--timeout 5
// overtake: exit=5
#include <pthread.h>

void* again(void* arg) {
  pthread_t t;
  pthread_create(&t, NULL, again, arg);
  return arg;
}

int main(void) { again(NULL); }
