// N workers, each of which waits for a flag of its own that main sets. One execution under every model.
#include "threads.h"
#ifndef N
#define N 4
#endif

atomic_int flag[N];

void* work(void* argument) {
  await(load(flag[(long)argument]));
  return NULL;
}

int main(void) {
  for (int i = 0; i < N; i++) start(work, i);
  for (int i = 0; i < N; i++) store(flag[i], 1);
}
