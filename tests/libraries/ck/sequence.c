// ck_sequence: readers that are disturbed read again.
// library: libck-dev
// expect: pso=error
// fences: -DCK_MD_PSO
#include <assert.h>
#include <pthread.h>
#include <ck_sequence.h>

static ck_sequence_t sequence = CK_SEQUENCE_INITIALIZER;
static int first, second;

static void *writer(void *unused) {
  ck_sequence_write_begin(&sequence);
  ck_pr_store_int(&first, 1);
  ck_pr_store_int(&second, 1);
  ck_sequence_write_end(&sequence);
  return unused;
}

int main(void) {
  pthread_t t;
  unsigned int version;
  int a, b;
  pthread_create(&t, 0, writer, 0);
  do {
    version = ck_sequence_read_begin(&sequence);
    a = ck_pr_load_int(&first);
    b = ck_pr_load_int(&second);
  } while (ck_sequence_read_retry(&sequence, version));
  assert(a == b);
  pthread_join(t, 0);
  return 0;
}
