/* Clocks and sleep. Every thread has a clock of its own (docs/memory-models.md, "Time"), which the
 * clocks of the operating system show with a start of their own: the processor's time begins with
 * the program, the machine has been up for a day, and the calendar is in November 2023. Reading one
 * is no shared access. */
#define _GNU_SOURCE
#include <errno.h>
#include <poll.h>
#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include "internal.h"

#define SECOND INT64_C(1000000000)
#define CLOCK_TICK (SECOND / 100) /* of times, sysconf(_SC_CLK_TCK) */

/* What the clock showed when the program began, in seconds; -1: there is no such clock. */
static int64_t start_of(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_REALTIME_ALARM:
    case CLOCK_TAI: return 1700000000;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME:
    case CLOCK_BOOTTIME_ALARM: return 86400;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID: return 0;
    default: return clock < 0 ? 0 : -1; /* negative: the processor's time of a thread or process */
  }
}

static int valid(const struct timespec* t) { return t->tv_nsec >= 0 && t->tv_nsec < SECOND; }

static uint64_t nanoseconds(int64_t seconds, int64_t nanoseconds) {
  if (seconds < 0) return 0;
  if (seconds >= (int64_t)(OVERTAKE_NEVER / SECOND)) return OVERTAKE_NEVER;
  return (uint64_t)(seconds * SECOND + nanoseconds);
}

int __overtake_deadline(clockid_t clock, const struct timespec* until, uint64_t* deadline) {
  if (!valid(until)) return EINVAL;
  const int64_t start = start_of(clock);
  if (start < 0) return EINVAL;
  *deadline = until->tv_sec < start ? 0 : nanoseconds(until->tv_sec - start, until->tv_nsec);
  return 0;
}

int clock_gettime(clockid_t clock, struct timespec* now) {
  const int64_t start = start_of(clock);
  if (start < 0) {
    errno = EINVAL;
    return -1;
  }
  const uint64_t time = __overtake_clock();
  now->tv_sec = start + (int64_t)(time / SECOND);
  now->tv_nsec = (long)(time % SECOND);
  return 0;
}

int clock_getres(clockid_t clock, struct timespec* resolution) {
  if (start_of(clock) < 0) {
    errno = EINVAL;
    return -1;
  }
  if (resolution != NULL) {
    resolution->tv_sec = 0;
    resolution->tv_nsec = 1;
  }
  return 0;
}

int clock_settime(clockid_t clock, const struct timespec* now) {
  (void)now;
  errno = start_of(clock) < 0 ? EINVAL : EPERM;
  return -1;
}

int clock_getcpuclockid(pid_t process, clockid_t* clock) {
  (void)process;
  *clock = CLOCK_PROCESS_CPUTIME_ID;
  return 0;
}

time_t time(time_t* now) {
  const time_t seconds = start_of(CLOCK_REALTIME) + (time_t)(__overtake_clock() / SECOND);
  if (now != NULL) *now = seconds;
  return seconds;
}

clock_t clock(void) { return (clock_t)(__overtake_clock() / (SECOND / CLOCKS_PER_SEC)); }
double difftime(time_t late, time_t early) { return (double)(late - early); }

clock_t times(struct tms* now) {
  const clock_t ticks = (clock_t)(__overtake_clock() / CLOCK_TICK);
  if (now != NULL) *now = (struct tms){.tms_utime = ticks};
  return ticks;
}

int timespec_get(struct timespec* now, int base) {
  if (base != TIME_UTC) return 0;
  clock_gettime(CLOCK_REALTIME, now);
  return base;
}

int gettimeofday(struct timeval* restrict now, void* restrict zone) {
  (void)zone;
  const uint64_t time = __overtake_clock();
  now->tv_sec = start_of(CLOCK_REALTIME) + (int64_t)(time / SECOND);
  now->tv_usec = (suseconds_t)(time % SECOND / 1000);
  return 0;
}

int __overtake_sleep(clockid_t clock, int flags, const struct timespec* duration) {
  uint64_t deadline;
  if (duration->tv_sec < 0 || clock == CLOCK_THREAD_CPUTIME_ID) return EINVAL;
  if (__overtake_deadline(clock, duration, &deadline) != 0) return EINVAL;
  if ((flags & TIMER_ABSTIME) != 0)
    __overtake_sleep_until(deadline);
  else
    __overtake_sleep_for(nanoseconds(duration->tv_sec, duration->tv_nsec));
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const struct timespec* duration,
                    struct timespec* remaining) {
  (void)remaining; /* nothing interrupts a sleep */
  return __overtake_sleep(clock, flags, duration);
}

int nanosleep(const struct timespec* duration, struct timespec* remaining) {
  const int error = clock_nanosleep(CLOCK_REALTIME, 0, duration, remaining);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

int usleep(useconds_t duration) {
  __overtake_sleep_for((uint64_t)duration * 1000);
  return 0;
}

unsigned sleep(unsigned duration) {
  __overtake_sleep_for((uint64_t)duration * SECOND);
  return 0;
}

/* Files do not exist: standard input is at its end, output is always taken, and no other number is
 * that of a file. If there is nothing to tell it is a sleep. */
static int told_of(struct pollfd* files, nfds_t count) {
  int told = 0;
  for (nfds_t i = 0; i < count; ++i) {
    const int fd = files[i].fd;
    const short happened = fd < 0    ? 0
                           : fd == 0 ? files[i].events & (POLLIN | POLLRDNORM)
                           : fd <= 2 ? files[i].events & (POLLOUT | POLLWRNORM)
                                     : POLLNVAL;
    files[i].revents = happened;
    if (happened != 0) ++told;
  }
  return told;
}

int poll(struct pollfd* files, nfds_t count, int milliseconds) {
  if (count != 0) {
    const int told = told_of(files, count);
    if (told != 0) return told;
  }
  if (milliseconds < 0)
    __overtake_sleep_until(OVERTAKE_NEVER);
  else
    __overtake_sleep_for((uint64_t)milliseconds * (SECOND / 1000));
  return 0;
}
