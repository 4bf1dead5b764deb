// Two threads with N tasks each; who has done its own steals from the other. Tasks are claimed by
// fetch-and-add. Right under every model.
#include "threads.h"
#ifndef N
#define N 2
#endif

atomic_int next[2], done[2][N];

static void work_on(int queue) {
  for (;;) {
    int task = fetch_add(next[queue], 1);
    if (task >= N) return;
    assert(exchange(done[queue][task], 1) == 0);
  }
}

void* work(void* argument) {
  int i = number(argument);
  work_on(i);
  work_on(1 - i);
  return NULL;
}

int main(void) {
  run(work, 2);
  for (int i = 0; i < 2; i++)
    for (int k = 0; k < N; k++) assert(load(done[i][k]));
}
