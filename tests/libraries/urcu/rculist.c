// liburcu's lists: a reader walks along while one writer inserts and removes.
// library: liburcu-dev
// flags: -D_LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <urcu/rculist.h>

struct entry {
  int value;
  struct cds_list_head link;
};
static struct cds_list_head head = CDS_LIST_HEAD_INIT(head);
static struct entry one = {.value = 1}, two;

static void *writer(void *unused) {
  two.value = 2;
  cds_list_add_rcu(&two.link, &head);
  cds_list_del_rcu(&one.link);
  return unused;
}

int main(void) {
  pthread_t t;
  struct entry *e;
  int sum = 0;
  cds_list_add_rcu(&one.link, &head);
  pthread_create(&t, 0, writer, 0);
  cds_list_for_each_entry_rcu(e, &head, link) {
    assert(e->value == 1 || e->value == 2);
    sum = 10 * sum + e->value;
  }
  assert(sum == 1 || sum == 21 || sum == 2);
  pthread_join(t, 0);
  return 0;
}
