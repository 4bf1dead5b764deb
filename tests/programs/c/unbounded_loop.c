// A loop that nothing bounds: with a bound on its iterations the answer is "not known", never "safe".
// overtake: model=sc,tso,pso verdict=inconclusive
// overtake: args=--unroll 3
#include <pthread.h>

int stop;
int rounds;

void* work(void* arg) {
  while (!stop) rounds++;
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  stop = 1;
  pthread_join(t, NULL);
}
