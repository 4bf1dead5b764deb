#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"
int main(void) {
  sched_yield(), usleep(1);
  errno = 5, mix(errno);
  mix(getenv("OVERTAKE_NO_SUCH_VARIABLE") == 0);
  return done();
}
