// A thread of our own that the program does not know of: it wakes sleepers when nothing else is to
// be done, and takes the turn from a thread that sleeps in a call that the runtime does not know.
//
// It is made by clone and uses nothing of libc, not even thread-local data: libc does not count it,
// and the program ends when its own threads have ended.
#include <fcntl.h>
#include <linux/membarrier.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>

#include "observe/runtime/runtime.h"

namespace overtake::observe {

class Watchdog {
 public:
  void start();
  void forked() { started_ = false; }
  void kick() {
    start();
    __atomic_fetch_add(&kicks_, 1, __ATOMIC_RELEASE);
    sys_futex_wake(&kicks_);
  }
  [[noreturn]] void run();

 private:
  static constexpr std::int64_t kTick = 10'000'000;  // ns
  struct Look {                                      // at a thread
    char state = 0;
    std::uint64_t switches = 0;
  };
  static Look look_at(std::uint32_t tid);
  std::int64_t serve_sleepers();
  void free_turn();

  bool started_ = false;
  std::uint32_t kicks_ = 0;
  std::int64_t looked_ = 0;
  std::uint64_t progress_ = 0;
  Thread* holder_ = nullptr;
};

namespace {

constinit Watchdog watchdog;
constexpr std::size_t kStack = std::size_t{64} << 10;

}  // namespace

// For the new thread: its stack has nothing on it, so it calls and never returns.
extern "C" __attribute__((used)) void overtake_watchdog_main() { watchdog.run(); }

void Watchdog::start() {
  if (started_) return;
  started_ = true;
  raw_syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
  auto* stack = static_cast<char*>(map_pages(kStack));
  if (stack == nullptr) return;
  const std::uint64_t all = ~std::uint64_t{0};
  std::uint64_t old = 0;
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&all),
              reinterpret_cast<long>(&old), sizeof(old));
  register long flags __asm__("rdi") =
      CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SYSVSEM;
  register char* top __asm__("rsi") = stack + kStack;
  register long none __asm__("rdx") = 0;
  register long none2 __asm__("r10") = 0;
  register long none3 __asm__("r8") = 0;
  long result = SYS_clone;
  __asm__ volatile(
      "syscall\n\t"
      "test %%rax, %%rax\n\t"
      "jnz 1f\n\t"
      "xor %%ebp, %%ebp\n\t"
      "call overtake_watchdog_main\n\t"
      "1:"
      : "+a"(result), "+r"(flags), "+r"(top), "+r"(none), "+r"(none2), "+r"(none3)
      :
      : "rcx", "r11", "r9", "memory");
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&old), 0, sizeof(old));
}

void Watchdog::run() {
  raw_syscall(SYS_prctl, PR_SET_NAME, reinterpret_cast<long>("overtake"));
  std::int64_t wait = kTick;
  for (;;) {
    const std::uint32_t kicks = __atomic_load_n(&kicks_, __ATOMIC_ACQUIRE);
    const timespec pause{wait / 1'000'000'000, wait % 1'000'000'000};
    sys_futex_wait(&kicks_, kicks, &pause);
    wait = serve_sleepers();
    free_turn();
  }
}

// If no thread has the turn: the sleeper whose time has come gets it. How long to wait at most.
std::int64_t Watchdog::serve_sleepers() {
  Scheduler& s = runtime.scheduler;
  s.lock_.lock_quietly();
  Thread* next = nullptr;
  std::int64_t wait = kTick;
  if (s.turn_ == nullptr) {
    next = s.find_next(nullptr);
    if (next != nullptr)
      s.give(*next);
    else if (const Thread* sleeper = s.earliest())
      wait = sleeper->real_deadline - sys_clock_ns();
  }
  s.lock_.unlock_quietly();
  if (next != nullptr) sys_futex_wake(&next->go);
  return wait < 1'000 ? 1'000 : wait < kTick ? wait : kTick;
}

// "1234 (name) S ...", and the number of times it went to sleep.
Watchdog::Look Watchdog::look_at(std::uint32_t tid) {
  Look look;
  Text path;
  path << "/proc/self/task/" << static_cast<std::uint64_t>(tid) << "/status";
  const long fd = raw_syscall(SYS_open, reinterpret_cast<long>(path.data()), O_RDONLY, 0);
  if (fd < 0) return look;
  char text[4096];
  const long length = raw_syscall(SYS_read, fd, reinterpret_cast<long>(text), sizeof(text) - 1);
  raw_syscall(SYS_close, fd);
  if (length <= 0) return look;
  text[length] = 0;
  constexpr const char* kState = "\nState:\t";
  constexpr const char* kSwitches = "\nvoluntary_ctxt_switches:\t";
  for (const char* p = text; *p != 0; ++p) {
    if (*p != '\n') continue;
    if (text_equal(p, kState, text_length(kState))) look.state = p[text_length(kState)];
    if (text_equal(p, kSwitches, text_length(kSwitches)))
      for (p += text_length(kSwitches); *p >= '0' && *p <= '9'; ++p)
        look.switches = look.switches * 10 + static_cast<std::uint64_t>(*p - '0');
  }
  return look;
}

// A thread that has had the turn since the last look and has done nothing since. If it was asleep
// all the time, before and after it was told that it has no turn, it has not been in the runtime,
// and it will see that it has no turn when it comes back. If it wakes up meanwhile, it waits until
// that is decided (enter_slowly).
void Watchdog::free_turn() {
  Scheduler& s = runtime.scheduler;
  const std::int64_t time = sys_clock_ns();
  if (time - looked_ < kTick / 2) return;
  looked_ = time;
  Thread* t = s.running();
  const std::uint64_t progress =
      runtime.watch.history().last() + s.steps() + static_cast<std::uint64_t>(s.budget);
  const bool same = t == holder_ && progress == progress_;
  holder_ = t;
  progress_ = progress;
  if (!same || t == nullptr || t->active_of == nullptr || t->inside != 0) return;
  const Look before = look_at(t->tid);
  if (before.state != 'S') return;
  __atomic_store_n(&t->probed, 1, __ATOMIC_SEQ_CST);
  __atomic_store_n(t->active_of, nullptr, __ATOMIC_SEQ_CST);
  raw_syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
  const Look after = look_at(t->tid);
  if (after.state == 'S' && after.switches == before.switches && s.take_turn_from(*t))
    runtime.findings.trouble(kTroubleTime);
  __atomic_store_n(&t->probed, 0, __ATOMIC_SEQ_CST);
}

void kick_watchdog() { watchdog.kick(); }
void watchdog_forked() { watchdog.forked(); }

}  // namespace overtake::observe
