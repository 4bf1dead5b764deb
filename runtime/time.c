/* Time stands still: every clock says the same, sleeping takes no time. What a sleep would let happen
 * is covered anyway, since every interleaving is. */
#define _GNU_SOURCE
#include <errno.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

#define NOW 1700000000

time_t time(time_t* now) {
  if (now != NULL) *now = NOW;
  return NOW;
}

clock_t clock(void) { return 0; }
double difftime(time_t late, time_t early) { return (double)(late - early); }

int clock_gettime(clockid_t clock, struct timespec* now) {
  (void)clock;
  now->tv_sec = NOW;
  now->tv_nsec = 0;
  return 0;
}

int clock_getres(clockid_t clock, struct timespec* resolution) {
  (void)clock;
  if (resolution != NULL) {
    resolution->tv_sec = 0;
    resolution->tv_nsec = 1;
  }
  return 0;
}

int timespec_get(struct timespec* now, int base) {
  now->tv_sec = NOW;
  now->tv_nsec = 0;
  return base;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  (void)zone;
  now->tv_sec = NOW;
  now->tv_usec = 0;
  return 0;
}

int nanosleep(const struct timespec* duration, struct timespec* remaining) {
  (void)duration;
  (void)remaining;
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec* duration,
                    struct timespec* remaining) {
  (void)clock;
  (void)flags;
  (void)duration;
  (void)remaining;
  return 0;
}

int usleep(useconds_t duration) {
  (void)duration;
  return 0;
}

unsigned sleep(unsigned duration) {
  (void)duration;
  return 0;
}
