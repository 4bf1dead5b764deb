// ck_bitmap: two threads set bits of one word, and one bit is won by one of them.
// library: libck-dev
#include <assert.h>
#include <ck_bitmap.h>
#include <pthread.h>

static CK_BITMAP_INSTANCE(16) bitmap;
static int won[2];

static void *worker(void *argument) {
  const int i = argument != 0;
  CK_BITMAP_SET(&bitmap, 3 + i);
  won[i] = !CK_BITMAP_BTS(&bitmap, 9);
  CK_BITMAP_RESET(&bitmap, i);
  return 0;
}

int main(void) {
  pthread_t a, b;
  CK_BITMAP_INIT(&bitmap, 16, true);
  for (unsigned n = 2; n < 16; ++n) CK_BITMAP_RESET(&bitmap, n);
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, &won);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(won[0] + won[1] == 1);
  assert(CK_BITMAP_TEST(&bitmap, 3) && CK_BITMAP_TEST(&bitmap, 4) && CK_BITMAP_TEST(&bitmap, 9));
  assert(!CK_BITMAP_TEST(&bitmap, 0) && !CK_BITMAP_TEST(&bitmap, 1));
  assert(CK_BITMAP_COUNT(&bitmap, 16) == 3);
  return 0;
}
