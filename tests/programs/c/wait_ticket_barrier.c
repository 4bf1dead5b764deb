// A barrier by tickets: the last of a group moves the number on by the group's size. Two rounds, and what was written before the barrier is seen after it.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { kThreads = 2 };
atomic_uint ticket, served = kThreads;
int at[kThreads];

static void meet(void) {
  const unsigned mine = atomic_fetch_add(&ticket, 1);
  if (served - mine == 1)
    served = served + kThreads;
  else
    while (mine + kThreads >= served) {
    }
}

void* runs(void* number) {
  for (int round = 1; round <= 2; round++) {
    at[(long)number] = round;
    meet();
    for (int i = 0; i < kThreads; i++) assert(at[i] >= round);
  }
  return 0;
}

int main() {
  pthread_t t[kThreads];
  for (long i = 0; i < kThreads; i++) pthread_create(&t[i], 0, runs, (void*)i);
  for (int i = 0; i < kThreads; i++) pthread_join(t[i], 0);
}
