// The same without waiting: the job may be gone when the thread gets to it.
// overtake: model=sc,tso,pso verdict=error kind=dead-stack-object line=11
#include <pthread.h>

struct job {
  int input;
};

void* work(void* arg) {
  struct job* j = arg;
  j->input = 1;  // fails
  return NULL;
}

void run(void) {
  struct job j;
  pthread_t t;
  pthread_create(&t, NULL, work, &j);
  pthread_detach(t);
}

int main(void) { run(); }
