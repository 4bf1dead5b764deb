// Times of functions that wait.
#pragma once

#include <errno.h>
#include <time.h>

#include "observe/runtime/runtime.h"

namespace overtake::observe {

inline constexpr std::int64_t kForever = -1;

// Nanoseconds until a time of a clock, at least 0.
inline std::int64_t until(const timespec& time, clockid_t clock) {
  const std::int64_t left = time.tv_sec * 1'000'000'000ll + time.tv_nsec - sys_clock_ns(clock);
  return left > 0 ? left : 0;
}
inline bool is_valid(const timespec& time) {
  return time.tv_nsec >= 0 && time.tv_nsec < 1'000'000'000;
}

// Tries again and again, and waits in between; `attempt` returns `busy` as long as it cannot be
// done. A signal ends it with `interrupted`, unless that is 0. The thread has the turn, before and
// after.
template <class Attempt>
int wait_until_done(Thread& t, BlockedOn what, const volatile void* object, int busy,
                    std::int64_t timeout_ns, std::uint64_t pc, Attempt attempt,
                    int interrupted = 0) {
  const std::int64_t begin = sys_clock_ns();
  for (;;) {
    const int result = attempt();
    if (result != busy) return result;
    std::int64_t left = kForever;
    if (timeout_ns >= 0) {
      left = timeout_ns - (sys_clock_ns() - begin);
      if (left <= 0) return ETIMEDOUT;
    }
    if (runtime.scheduler.block(t, what, address_of(object), left, pc)) continue;
    if (t.timed_out) return ETIMEDOUT;
    take_signals(t);
    if (interrupted != 0) return interrupted;
  }
}

}  // namespace overtake::observe
