// The MCS queue lock: each thread spins on its own node. N: threads. Right under every model.
#include "critical.h"
#ifndef N
#define N 3
#endif

struct node {
  _Atomic(struct node*) next;
  atomic_int wait;
};
struct node nodes[N];
_Atomic(struct node*) tail;

static void lock(int i) {
  struct node* mine = &nodes[i];
  struct node* before = exchange(tail, mine);
  if (before == NULL) return;
  store(mine->wait, 1);
  publish(before->next, mine);
  await(!load(mine->wait));
}

static void unlock(int i) {
  struct node* mine = &nodes[i];
  if (load(mine->next) == NULL) {
    struct node* last = mine;
    if (cas(tail, last, NULL)) return;
    await(load(mine->next) != NULL);
  }
  publish(load(mine->next)->wait, 0);
}

void* work(void* argument) {
  int i = number(argument);
  lock(i);
  critical_section();
  unlock(i);
  return NULL;
}

int main(void) { run_exclusive(work, N, 1); }
