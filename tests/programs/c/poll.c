// overtake: model=sc,tso,pso verdict=safe executions=1
// There are no files: input is at its end, output is taken, other numbers are of none. A poll with nothing to tell takes its time.
#include <assert.h>
#include <poll.h>
#include <time.h>

int main(void) {
  struct pollfd files[4] = {{0, POLLIN, 0}, {1, POLLIN | POLLOUT, 0}, {7, POLLIN, 0}, {-1, POLLIN, 5}};
  assert(poll(files, 4, -1) == 3);
  assert(files[0].revents == POLLIN && files[1].revents == POLLOUT);
  assert(files[2].revents == POLLNVAL && files[3].revents == 0);
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  assert(poll(files + 3, 1, 1500) == 0);
  clock_gettime(CLOCK_MONOTONIC, &after);
  assert(after.tv_sec > before.tv_sec);
}
