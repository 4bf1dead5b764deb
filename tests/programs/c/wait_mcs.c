// An MCS lock: the one that leaves waits until the one after it has linked itself in.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  struct node *_Atomic next;
  atomic_int locked;
};

static struct node nodes[2];
static struct node *_Atomic tail;
static int n;

static void *counts(void *argument) {
  struct node *mine = argument;
  atomic_store(&mine->locked, 1);
  struct node *before = atomic_exchange(&tail, mine);
  if (before) {
    atomic_store(&before->next, mine);
    while (atomic_load(&mine->locked)) {
    }
  }
  n++;
  struct node *last = mine;
  if (!atomic_load(&mine->next) && atomic_compare_exchange_strong(&tail, &last, 0)) return 0;
  struct node *next;
  while (!(next = atomic_load(&mine->next))) {
  }
  atomic_store(&next->locked, 0);
  return 0;
}

int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, counts, &nodes[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(n == 2);
}
