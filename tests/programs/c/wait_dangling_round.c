// A structure of the round that is not cleared: what is left in it names memory that is gone.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct list {
  int *begin;
  int *end;
};

static atomic_int ready;
static int data;

static void make(struct list *list) {
  list->begin = malloc(2 * sizeof(int));
  list->end = list->begin + 2;
}

static void *waits(void *argument) {
  struct list list;
  int now;
  do {
    make(&list);
    list.begin[0] = atomic_load(&ready);
    list.begin[1] = 1;
    now = 0;
    for (int *p = list.begin; p != list.end; ++p) now += *p;
    free(list.begin);
  } while (now != 2);
  assert(data == 1);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  data = 1;
  atomic_store(&ready, 1);
  pthread_join(t, 0);
}
