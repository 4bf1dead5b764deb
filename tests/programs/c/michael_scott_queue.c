// Michael and Scott's queue: two threads append at the same time, each helping a tail that lags
// behind. Afterwards both elements are in the list.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct node {
  int value;
  _Atomic(struct node*) next;
};

struct node dummy, node[2] = {{.value = 1}, {.value = 2}};
_Atomic(struct node*) tail = &dummy;

void* append(void* arg) {
  struct node* n = arg;
  for (int i = 0; i < 4; i++) {
    struct node* last = atomic_load(&tail);
    struct node* next = atomic_load(&last->next);
    if (next != NULL) {
      atomic_compare_exchange_strong(&tail, &last, next);
    } else if (atomic_compare_exchange_strong(&last->next, &next, n)) {
      atomic_compare_exchange_strong(&tail, &last, n);
      return NULL;
    }
  }
  assert(!"nobody needs more than four rounds");
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, append, &node[0]);
  pthread_create(&b, NULL, append, &node[1]);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  int sum = 0, length = 0;
  for (struct node* n = atomic_load(&dummy.next); n != NULL; n = atomic_load(&n->next)) {
    sum += n->value;
    length++;
  }
  assert(length == 2 && sum == 3);
}
