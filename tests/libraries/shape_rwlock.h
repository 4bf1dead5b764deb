// A writer and a reader: what is read under the lock is from before the writer's section, or after
// it.
#include <assert.h>
#include <pthread.h>

static int first, second;

static void* writer(void* unused) {
  WRITE_ENTER();
  first = 1;
  second = 1;
  WRITE_LEAVE();
  return unused;
}

static void* reader(void* unused) {
  READ_ENTER();
  assert(first == second);
  READ_LEAVE();
  return unused;
}

int main(void) {
  pthread_t a, b;
#ifdef SETUP
  SETUP();
#endif
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(first == 1 && second == 1);
  return 0;
}
