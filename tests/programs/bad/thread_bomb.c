// Threads without an end: more than any exploration is made for.
// overtake: args=--timeout 60
// overtake: exit=5 stdout=more than 960 threads
#include <pthread.h>

void* again(void* arg) {
  pthread_t t;
  pthread_create(&t, NULL, again, arg);
  return arg;
}

int main(void) { again(NULL); }
