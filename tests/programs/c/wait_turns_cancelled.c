// A thread that polls under its own lock is cancelled while it has it.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <pthread.h>
#include <stdatomic.h>

static atomic_flag l = ATOMIC_FLAG_INIT;
static int done;
static void* w(void* x) {
  for (;;) {
    while (atomic_flag_test_and_set(&l)) {
    }
    pthread_testcancel();
    int d = done;
    atomic_flag_clear(&l);
    if (d) break;
  }
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, w, 0);
  pthread_cancel(t);
  while (atomic_flag_test_and_set(&l)) {
  }
  done = 1;
  atomic_flag_clear(&l);
  pthread_join(t, 0);
}
