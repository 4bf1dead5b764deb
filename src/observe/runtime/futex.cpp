// futexes: C++20's waits and those of programs that make the call themselves.
//
// Where the word has the expected value, the thread waits in the scheduler; a wake-up makes those
// ready that wait for the word. All other calls of syscall() go to the kernel as they are.
#include <errno.h>
#include <linux/futex.h>
#include <stdarg.h>
#include <sys/syscall.h>

#include "observe/runtime/interpose.h"
#include "observe/runtime/waiting.h"

namespace overtake::observe {
namespace {

long result_of(long result) {
  if (result >= 0 || result < -4095) return result;
  errno = static_cast<int>(-result);
  return -1;
}

std::uint32_t* word(long argument) { return reinterpret_cast<std::uint32_t*>(argument); }

long wait(Thread& t, const long (&a)[6], std::uint64_t pc) {
  const int command = static_cast<int>(a[1]) & FUTEX_CMD_MASK;
  const auto* time = reinterpret_cast<const timespec*>(a[3]);
  const bool absolute = command == FUTEX_WAIT_BITSET;
  const clockid_t clock = (a[1] & FUTEX_CLOCK_REALTIME) != 0 ? CLOCK_REALTIME : CLOCK_MONOTONIC;
  const std::int64_t timeout = time == nullptr ? kForever
                               : absolute      ? until(*time, clock)
                                               : time->tv_sec * 1'000'000'000ll + time->tv_nsec;
  before_sync(t);
  sync_event(t, word(a[0]), EventKind::AtomicRead, pc);
  if (__atomic_load_n(word(a[0]), __ATOMIC_SEQ_CST) != static_cast<std::uint32_t>(a[2]))
    return -EAGAIN;
  t.woken_by = 0;
  const bool woken =
      runtime.scheduler.block(t, BlockedOn::Futex, static_cast<std::uint64_t>(a[0]), timeout, pc);
  if (t.woken_by != 0 && active == &t)
    runtime.watch.order(*t.actor, t.woken_by - 1, t.woken_seq, pc, runtime.contexts.number(frames));
  return woken ? 0 : t.timed_out ? -ETIMEDOUT : -EINTR;
}

// Makes up to `count` ready; the others are moved to another word, up to `moves`.
long wake(Thread& t, const long (&a)[6], long count, long moves, std::uint64_t pc) {
  before_sync(t);
  sync_event(t, word(a[0]), EventKind::AtomicRead, pc);
  long woken = 0;
  while (woken < count) {
    Thread* w = runtime.scheduler.wake_one(BlockedOn::Futex, static_cast<std::uint64_t>(a[0]));
    if (w == nullptr) break;
    w->woken_by = t.slot + 1;
    w->woken_seq = runtime.watch.history().last();
    ++woken;
  }
  long moved = 0;
  for (Thread* w = runtime.scheduler.first(); w != nullptr && moved < moves; w = w->next)
    if (w->state == ThreadState::Blocked && w->blocked_on == BlockedOn::Futex &&
        w->object == static_cast<std::uint64_t>(a[0])) {
      w->object = static_cast<std::uint64_t>(a[4]);
      ++moved;
    }
  return woken + moved;
}

// Commands that other processes may have a part in, or that are not known, are left to the kernel.
long futex(Thread& t, const long (&a)[6], std::uint64_t pc) {
  const int command = static_cast<int>(a[1]) & FUTEX_CMD_MASK;
  const bool is_private = (a[1] & FUTEX_PRIVATE_FLAG) != 0 || runtime.options.local_futexes;
  if (is_private) switch (command) {
      case FUTEX_WAIT:
      case FUTEX_WAIT_BITSET:
        return wait(t, a, pc);
      case FUTEX_WAKE:
      case FUTEX_WAKE_BITSET:
        return wake(t, a, a[2], 0, pc);
      case FUTEX_REQUEUE:
        return wake(t, a, a[2], a[3], pc);
      case FUTEX_CMP_REQUEUE:
        if (__atomic_load_n(word(a[0]), __ATOMIC_SEQ_CST) != static_cast<std::uint32_t>(a[5]))
          return -EAGAIN;
        return wake(t, a, a[2], a[3], pc);
      default:
        break;
    }
  full_fence(t, pc);
  const Outside outside(&t);
  return raw_syscall(SYS_futex, a[0], a[1], a[2], a[3], a[4], a[5]);
}

}  // namespace
}  // namespace overtake::observe

using namespace overtake::observe;

OVERTAKE_INTERPOSE(long, syscall, (long number, ...)) {
  va_list list;
  va_start(list, number);
  long a[6];
  for (long& x : a) x = va_arg(list, long);
  va_end(list);
  if (number == SYS_futex)
    if (Thread* t = cooperate()) return result_of(futex(*t, a, OVERTAKE_PC()));
  if (number == SYS_exit_group) finish_runtime(static_cast<int>(a[0]));
  return result_of(raw_syscall(number, a[0], a[1], a[2], a[3], a[4], a[5]));
}
