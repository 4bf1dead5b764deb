// CK_SLIST: a reader walks along the list while one writer inserts and removes.
// library: libck-dev
// expect: pso=error
// fences: -DCK_MD_PSO
#include <assert.h>
#include <ck_queue.h>
#include <pthread.h>

struct entry {
  int value;
  CK_SLIST_ENTRY(entry) next;
};
static CK_SLIST_HEAD(list, entry) head = CK_SLIST_HEAD_INITIALIZER(head);
static struct entry one, two, three;

static void *writer(void *unused) {
  three.value = 3;
  CK_SLIST_INSERT_HEAD(&head, &three, next);
  CK_SLIST_REMOVE_AFTER(&two, next);
  return unused;
}

int main(void) {
  pthread_t t;
  struct entry *e;
  int sum = 0, last = 4;
  one.value = 1;
  two.value = 2;
  CK_SLIST_INSERT_HEAD(&head, &one, next);
  CK_SLIST_INSERT_HEAD(&head, &two, next);
  pthread_create(&t, 0, writer, 0);
  CK_SLIST_FOREACH(e, &head, next) {
    assert(e->value < last);
    last = e->value;
    sum += last;
  }
  assert(sum == 2 || sum == 3 || sum == 5 || sum == 6);
  pthread_join(t, 0);
  return 0;
}
