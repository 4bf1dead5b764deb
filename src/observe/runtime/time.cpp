// Sleeping and yielding.
#include <errno.h>
#include <sched.h>
#include <time.h>
#include <unistd.h>

#include "observe/runtime/cancellation.h"
#include "observe/runtime/interpose.h"
#include "observe/runtime/waiting.h"

namespace overtake::observe {
namespace {

// Nanoseconds that are left; 0: all have passed.
std::int64_t sleep_for(Thread& t, std::int64_t ns, std::uint64_t pc) {
  const std::int64_t begin = sys_clock_ns();
  cancellation_point(t);
  full_fence(t, pc);
  runtime.scheduler.block(t, BlockedOn::Sleep, 0, ns, pc);
  cancellation_point(t);
  if (t.timed_out) return 0;
  const std::int64_t left = ns - (sys_clock_ns() - begin);
  take_signals(t);
  return left > 0 ? left : 0;
}

// The only thread sleeps, and time is fast: nothing can happen meanwhile.
bool passes_at_once() { return runtime.started && runtime.options.fast_time && !runtime.watching; }

bool is_duration(const timespec* time) {
  return time != nullptr && is_valid(*time) && time->tv_sec >= 0;
}

std::int64_t ns_of(const timespec& time) { return time.tv_sec * 1'000'000'000ll + time.tv_nsec; }

}  // namespace
}  // namespace overtake::observe

using namespace overtake::observe;

OVERTAKE_INTERPOSE(int, nanosleep, (const timespec* time, timespec* left)) {
  Thread* t = runtime.watching ? cooperate() : nullptr;
  if (passes_at_once() && is_duration(time)) return 0;
  if (t == nullptr || !is_duration(time)) return OVERTAKE_NEXT(nanosleep)(time, left);
  const std::int64_t ns = sleep_for(*t, ns_of(*time), OVERTAKE_PC());
  if (ns == 0) return 0;
  if (left != nullptr) *left = {ns / 1'000'000'000, ns % 1'000'000'000};
  errno = EINTR;
  return -1;
}

OVERTAKE_INTERPOSE(int, clock_nanosleep,
                   (clockid_t clock, int flags, const timespec* time, timespec* left)) {
  Thread* t = runtime.watching ? cooperate() : nullptr;
  if (passes_at_once() && is_duration(time)) return 0;
  if (t == nullptr || !is_duration(time))
    return OVERTAKE_NEXT(clock_nanosleep)(clock, flags, time, left);
  const bool absolute = (flags & TIMER_ABSTIME) != 0;
  const std::int64_t ns =
      sleep_for(*t, absolute ? until(*time, clock) : ns_of(*time), OVERTAKE_PC());
  if (ns == 0) return 0;
  if (left != nullptr && !absolute) *left = {ns / 1'000'000'000, ns % 1'000'000'000};
  return EINTR;
}

OVERTAKE_INTERPOSE(int, usleep, (useconds_t us)) {
  Thread* t = runtime.watching ? cooperate() : nullptr;
  if (passes_at_once()) return 0;
  if (t == nullptr) return OVERTAKE_NEXT(usleep)(us);
  if (sleep_for(*t, std::int64_t{us} * 1000, OVERTAKE_PC()) == 0) return 0;
  errno = EINTR;
  return -1;
}

OVERTAKE_INTERPOSE(unsigned, sleep, (unsigned seconds)) {
  Thread* t = runtime.watching ? cooperate() : nullptr;
  if (passes_at_once()) return 0;
  if (t == nullptr) return OVERTAKE_NEXT(sleep)(seconds);
  const std::int64_t left = sleep_for(*t, std::int64_t{seconds} * 1'000'000'000, OVERTAKE_PC());
  return static_cast<unsigned>((left + 999'999'999) / 1'000'000'000);
}

OVERTAKE_INTERPOSE(int, sched_yield, ()) {
  Thread* t = runtime.watching ? cooperate() : nullptr;
  if (t == nullptr) return OVERTAKE_NEXT(sched_yield)();
  runtime.scheduler.yield(*t);
  return 0;
}
OVERTAKE_INTERPOSE(int, pthread_yield, ()) { return sched_yield(); }
