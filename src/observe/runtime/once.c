/* pthread_once: written in C, so that a function that throws, or a thread that is cancelled in it,
   leaves the control word as it was without any help of the C++ library. */
#include "observe/runtime/once.h"

struct running {
  pthread_once_t *control;
  int done;
};

static void leave(struct running *r) { overtake_once_end(r->control, r->done); }

void overtake_once_run(pthread_once_t *control, void (*routine)(void)) {
  struct running r __attribute__((cleanup(leave))) = {control, 0};
  routine();
  r.done = 1;
}
