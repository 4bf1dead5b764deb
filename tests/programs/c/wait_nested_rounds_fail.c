// Like wait_works_while_waiting.c, but the beat gets past its end: states do not hide the error.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=20
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int turn, beat;

void* worker(void* unused) {
  for (;;) {
    turn = 1;
    while (turn == 1) beat = (beat + 1) % 4;
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
