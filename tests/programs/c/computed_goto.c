// A state machine by computed goto in two threads; it stops where the other has told it to.
// overtake: model=sc,tso,pso verdict=safe
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int command;

static int machine(void) {
  static void* const states[] = {&&idle, &&work, &&stop};
  int done = 0;
  goto *states[command];
idle:
  if (command == 0) goto out;
  goto *states[command];
work:
  ++done;
  goto *states[command == 1 ? 2 : command];
stop:
  ++done;
out:
  return done;
}

void* run(void* p) { return (void*)(long)machine(); }

int main(void) {
  pthread_t t;
  void* r;
  pthread_create(&t, 0, run, 0);
  command = 1;
  command = 2;
  pthread_join(t, &r);
  assert((long)r >= 0 && (long)r <= 3);
}
