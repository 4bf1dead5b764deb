// A loop that looks at a clock and does not end by it waits for ever if nobody ends it.
// overtake: model=sc,tso,pso verdict=error kind=hang
#include <stdatomic.h>
#include <time.h>

atomic_int done;

int main(void) {
  time_t last = 0;
  while (!atomic_load(&done)) last = time(NULL);
  return last == 0;
}
