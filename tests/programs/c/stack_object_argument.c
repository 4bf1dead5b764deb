// The argument of a thread lives on its creator's stack: fine as long as the creator waits.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>

struct job {
  int input, output;
};

void* work(void* arg) {
  struct job* j = arg;
  j->output = j->input * 2;
  return NULL;
}

int run(int input) {
  struct job j = {.input = input};
  pthread_t t;
  pthread_create(&t, NULL, work, &j);
  pthread_join(t, NULL);
  return j.output;
}

int main(void) { assert(run(4) + run(5) == 18); }
