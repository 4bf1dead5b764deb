// Peterson's mutual exclusion for two threads, as textbooks print it. (A thread that may not enter
// gives up here instead of spinning: that changes nothing about who is inside.)
//
// The proof relies on the order "I want in, after you, now let me look". With a store buffer the look
// comes first: both threads find the other one not interested and both enter.
//
//     overtake check examples/peterson.c --model sc      no error
//     overtake check examples/peterson.c --model tso     both are inside
//
// overtake: model=sc verdict=safe
// overtake: model=tso verdict=error kind=assertion line=28
// overtake: model=pso verdict=error kind=assertion line=28
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

int wants[2];  // who wants to enter
int turn;      // who goes first if both do
int owner;     // the thread inside

void* process(void* argument) {
  const int me = (int)(intptr_t)argument;
  const int other = 1 - me;
  wants[me] = 1;
  turn = other;
  if (wants[other] == 0 || turn == me) {
    owner = me;
    assert(owner == me);  // fails
    wants[me] = 0;
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, process, (void*)0);
  pthread_create(&b, NULL, process, (void*)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
