// Mutual exclusion by three states and a turn: who finds another one before it withdraws to waiting and looks at states and turn again, in a loop inside a
// loop. Under PSO the section is left before its write is out.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion line=30
#include <assert.h>
#include <pthread.h>

enum { kOut, kWaits, kIn };
volatile int state[2], turn;
int inside;

static int others_before(int me, int t) { return t != me && state[1 - me] != kOut; }

void* enters(void* number) {
  const int me = (int)(long)number;
  state[me] = kIn;
  __sync_synchronize();
  for (;;) {
    const int t = turn;
    if (!others_before(me, t) && state[1 - me] != kIn) break;
    if (!others_before(me, t)) continue;
    state[me] = kWaits;
    __sync_synchronize();
    while (others_before(me, turn)) {
    }
    state[me] = kIn;
    __sync_synchronize();
  }
  inside = me;
  assert(inside == me);
  turn = 1 - turn;
  state[me] = kOut;
  return 0;
}

int main() {
  pthread_t a, b;
  pthread_create(&a, 0, enters, (void*)0);
  pthread_create(&b, 0, enters, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
