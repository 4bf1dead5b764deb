// Two threads that take turns for ever; one of them changes memory in each round of an inner loop while it waits. There are few states, although the inner
// loop may go round any number of times before the outer one comes to its head again.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int turn, beat;

void* worker(void* unused) {
  for (;;) {
    turn = 1;
    while (turn == 1) beat = (beat + 1) % 3;
  }
}

void* other(void* unused) {
  for (;;) {
    while (turn != 1) {
    }
    assert(beat < 3);
    turn = 0;
  }
}

int main() {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, other, 0);
}
