// liburcu's atomic operations, by its own inline assembly.
// library: liburcu-dev
// flags: -D_LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <urcu/uatomic.h>

static int count, bits, once;
static unsigned char byte;

static void *worker(void *argument) {
  uatomic_add(&count, 2);
  uatomic_dec(&count);
  uatomic_or(&bits, argument != 0 ? 1 : 2);
  if (uatomic_cmpxchg(&once, 0, 1) == 0) assert(uatomic_add_return(&byte, 1) == 1);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, &count);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count == 2 && bits == 3 && once == 1 && byte == 1);
  assert(uatomic_xchg(&count, 7) == 2 && uatomic_read(&count) == 7);
  return 0;
}
