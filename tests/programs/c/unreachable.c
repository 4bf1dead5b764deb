// Code that was promised to be unreachable.
// overtake: model=sc,tso,pso verdict=error kind=unreachable line=11
#include <pthread.h>

int state;

void* step(void* arg) {
  switch (state) {
    case 0: return arg;
    case 1: return arg;
    default: __builtin_unreachable();  // fails
  }
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, step, NULL);
  state = 1;
  state = 2;
  pthread_join(t, NULL);
}
