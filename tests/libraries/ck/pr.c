// ck_pr: atomic operations by inline assembly, on 8 to 64 bits.
// library: libck-dev
#include <assert.h>
#include <pthread.h>
#include <ck_pr.h>

static unsigned int count;
static uint64_t wide;
static uint8_t byte;
static int once, bits;

static void *worker(void *argument) {
  ck_pr_inc_uint(&count);
  ck_pr_add_64(&wide, UINT64_C(1) << 40);
  ck_pr_or_8(&byte, argument != 0 ? 1 : 2);
  ck_pr_btc_int(&bits, argument != 0 ? 3 : 4);
  if (ck_pr_cas_int(&once, 0, 1)) assert(ck_pr_faa_uint(&count, 10) >= 1);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, &count);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 12 && wide == UINT64_C(2) << 40 && byte == 3 && bits == 24 && once == 1);
  assert(ck_pr_fas_uint(&count, 5) == 12 && ck_pr_load_uint(&count) == 5);
  return 0;
}
