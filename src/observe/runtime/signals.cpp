// Signals: handlers run where the thread has the turn, and between two accesses.
//
// A signal that comes while its thread runs the program's code is kept until the next access; one
// that comes while the thread waits in the scheduler ends the wait. A thread that is outside takes
// the turn for the handler. Signals of faults (SIGSEGV, ...) are the program's own doing: their
// handlers run at once, and if there is none, the fault is written down before the program dies.
#include <errno.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <ucontext.h>
#include <unwind.h>

#include <initializer_list>

#include "observe/runtime/cancellation.h"
#include "observe/runtime/interpose.h"

namespace overtake::observe {
namespace {

constexpr int kSignals = 65;
constexpr std::size_t kAltStack = std::size_t{64} << 10;

struct Signals {
  struct sigaction user[kSignals];
  bool ours[kSignals];  // the kernel calls on_signal
  bool handlers;        // the program has one that is not of faults
  bool timers;
};
constinit Signals signals{};

bool is_fault(int signal) {
  return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE || signal == SIGILL ||
         signal == SIGTRAP || signal == SIGSYS || signal == SIGABRT;
}

bool has_function(const struct sigaction& a) {
  return a.sa_handler != SIG_DFL && a.sa_handler != SIG_IGN;
}

void call(const struct sigaction& a, int signal, siginfo_t* info, void* context) {
  const int saved = errno;
  if ((a.sa_flags & SA_SIGINFO) != 0)
    a.sa_sigaction(signal, info, context);
  else
    a.sa_handler(signal);
  errno = saved;
}

// As the kernel would, with the mask of the handler.
void run_handler(int signal, siginfo_t* info, void* context) {
  struct sigaction& user = signals.user[signal];
  const struct sigaction a = user;
  if (!has_function(a)) return;
  sigset_t mask = a.sa_mask;
  if ((a.sa_flags & SA_NODEFER) == 0) sigaddset(&mask, signal);
  if ((a.sa_flags & SA_RESETHAND) != 0) user.sa_handler = SIG_DFL;
  sigset_t old;
  raw_syscall(SYS_rt_sigprocmask, SIG_BLOCK, reinterpret_cast<long>(&mask),
              reinterpret_cast<long>(&old), 8);
  call(a, signal, info, context);
  raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, reinterpret_cast<long>(&old), 0, 8);
}

struct sigaction action_of(void (*handler)(int, siginfo_t*, void*), int flags) {
  struct sigaction a{};
  a.sa_sigaction = handler;
  a.sa_flags = SA_SIGINFO | SA_ONSTACK | flags;
  return a;
}

int (*next_sigaction_function())(int, const struct sigaction*, struct sigaction*);

// The calls that led to a fault: of all code, not only of what is instrumented.
struct CallsOfFault {
  std::uint64_t at;
  std::uint32_t count = 0;
  std::uint64_t pcs[62] = {};
};

_Unwind_Reason_Code add_call(_Unwind_Context* context, void* argument) {
  auto* calls = static_cast<CallsOfFault*>(argument);
  const std::uint64_t pc = _Unwind_GetIP(context);
  if (calls->count != 0 || pc == calls->at) calls->pcs[calls->count++] = pc;
  return calls->count == 62 ? _URC_END_OF_STACK : _URC_NO_REASON;
}

void on_fault(int signal, siginfo_t* info, void* context) {
  if (has_function(signals.user[signal])) return run_handler(signal, info, context);
  const auto* registers = static_cast<ucontext_t*>(context);
  CallsOfFault calls{static_cast<std::uint64_t>(registers->uc_mcontext.gregs[REG_RIP])};
  _Unwind_Backtrace(add_call, &calls);
  if (calls.count == 0) calls.pcs[calls.count++] = calls.at;
  runtime.findings.crash(signal, self, reinterpret_cast<std::uint64_t>(info->si_addr), calls.pcs,
                         calls.count);
  // Again, without this handler.
  struct sigaction none{};
  none.sa_handler = SIG_DFL;
  next_sigaction_function()(signal, &none, nullptr);
  if (info->si_code <= 0 || signal == SIGABRT)
    raw_syscall(SYS_tgkill, sys_getpid(), sys_gettid(), signal);
}

void on_signal(int signal, siginfo_t* info, void* context) {
  Thread* t = self;
  if (is_fault(signal) && (info->si_code > 0 || signal == SIGABRT))
    return on_fault(signal, info, context);
  if (t == nullptr || !runtime.scheduling || t->signal_infos == nullptr)
    return run_handler(signal, info, context);
  if (t->state == ThreadState::Running && active != t && locks_held == 0 && t->inside == 0)
    return run_handler(signal, info, context);
  if (t->open) {
    runtime.scheduler.arrive(*t);
    run_handler(signal, info, context);
    runtime.scheduler.leave(*t);
    return;
  }
  __atomic_fetch_add(&t->signals_seen, 1, __ATOMIC_SEQ_CST);
  copy_bytes(&t->signal_infos[signal], info, sizeof(*info));
  __atomic_fetch_or(&t->pending_signals, std::uint64_t{1} << (signal - 1), __ATOMIC_SEQ_CST);
  if (active == t)
    runtime.scheduler.hurry();
  else
    __atomic_fetch_or(&t->go, Scheduler::kSignalled, __ATOMIC_SEQ_CST);
}

}  // namespace

void take_signals(Thread& t) {
  t.interrupted = false;
  for (;;) {
    const std::uint64_t pending = __atomic_load_n(&t.pending_signals, __ATOMIC_SEQ_CST);
    if (pending == 0) return;
    const int signal = __builtin_ctzll(pending) + 1;
    __atomic_fetch_and(&t.pending_signals, ~(std::uint64_t{1} << (signal - 1)), __ATOMIC_SEQ_CST);
    siginfo_t info;
    copy_bytes(&info, &t.signal_infos[signal], sizeof(info));
    ucontext_t context{};
    run_handler(signal, &info, &context);
  }
}

bool signals_expected() { return signals.handlers; }
bool timers_armed() { return signals.timers; }

}  // namespace overtake::observe

using namespace overtake::observe;

// --- libc ----------------------------------------------------------------------------------------

OVERTAKE_INTERPOSE(int, sigaction,
                   (int signal, const struct sigaction* action, struct sigaction* old)) {
  if (signal <= 0 || signal >= kSignals || signal == SIGKILL || signal == SIGSTOP ||
      !runtime.started)
    return OVERTAKE_NEXT(sigaction)(signal, action, old);
  struct sigaction kernel{};
  const struct sigaction before = signals.user[signal];
  const bool was_ours = signals.ours[signal];
  if (action != nullptr) {
    kernel = *action;
    const bool ours = has_function(*action) || is_fault(signal);
    if (ours) kernel = action_of(on_signal, action->sa_flags & ~SA_RESETHAND);
    if (ours) kernel.sa_mask = action->sa_mask;
    signals.user[signal] = *action;
    signals.ours[signal] = ours;
    signals.handlers = signals.handlers || (has_function(*action) && !is_fault(signal));
    if (action->sa_handler == SIG_IGN && is_fault(signal)) {
      kernel = *action;
      signals.ours[signal] = false;
    }
  }
  struct sigaction replaced{};
  const int result =
      OVERTAKE_NEXT(sigaction)(signal, action != nullptr ? &kernel : nullptr, &replaced);
  if (old != nullptr) *old = was_ours ? before : replaced;
  return result;
}

namespace overtake::observe {
namespace {

int (*next_sigaction_function())(int, const struct sigaction*, struct sigaction*) {
  return reinterpret_cast<decltype(&observe_sigaction)>(next_function(next_sigaction, "sigaction"));
}

}  // namespace

void start_signals() {
  for (int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) {
    struct sigaction before{};
    const struct sigaction ours = action_of(on_signal, 0);
    next_sigaction_function()(signal, nullptr, &before);
    if (before.sa_handler != SIG_DFL) continue;
    next_sigaction_function()(signal, &ours, nullptr);
    signals.user[signal].sa_handler = SIG_DFL;
    signals.ours[signal] = true;
  }
}

// A stack for handlers, so that an overflow of the thread's own can be told.
void thread_signals(Thread& t) {
  t.signal_infos = static_cast<siginfo_t*>(map_pages(kSignals * sizeof(siginfo_t) + kAltStack));
  if (t.signal_infos == nullptr) return;
  stack_t stack{};
  stack.ss_sp = reinterpret_cast<char*>(t.signal_infos) + kSignals * sizeof(siginfo_t);
  stack.ss_size = kAltStack;
  raw_syscall(SYS_sigaltstack, reinterpret_cast<long>(&stack), 0);
}

}  // namespace overtake::observe

OVERTAKE_INTERPOSE(sighandler_t, signal, (int signal, sighandler_t handler)) {
  if (!runtime.started) return OVERTAKE_NEXT(signal)(signal, handler);
  struct sigaction action{};
  struct sigaction old{};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  return observe_sigaction(signal, &action, &old) == 0 ? old.sa_handler : SIG_ERR;
}

// --- signals that the program sends to itself ----------------------------------------------------

namespace {

// The handler has run, or is sure to run next: then what follows does not depend on time.
void await_delivery(Thread* target, std::uint32_t seen) {
  Thread* t = self;
  if (target == nullptr || t == nullptr) return;
  if (target == t) {
    if (t->pending_signals != 0) take_signals(*t);
    return;
  }
  const Inside inside(t);
  for (int i = 0; i < 200; ++i) {
    if (__atomic_load_n(&target->signals_seen, __ATOMIC_SEQ_CST) != seen) {
      runtime.scheduler.interrupt(*target);
      return;
    }
    const timespec pause{0, 100'000};
    raw_syscall(SYS_nanosleep, reinterpret_cast<long>(&pause), 0);
  }
}

bool is_handled(int signal) {
  return signal > 0 && signal < kSignals && signals.ours[signal] &&
         has_function(signals.user[signal]);
}

}  // namespace

OVERTAKE_INTERPOSE(int, pthread_kill, (pthread_t handle, int signal)) {
  Thread* t = cooperate();
  Thread* target = t != nullptr && is_handled(signal) ? find_thread(handle) : nullptr;
  if (target != nullptr && target->open) target = nullptr;  // it runs the handler at once
  const std::uint32_t seen = target != nullptr ? target->signals_seen : 0;
  const int result = OVERTAKE_NEXT(pthread_kill)(handle, signal);
  if (result == 0) await_delivery(target, seen);
  return result;
}

OVERTAKE_INTERPOSE(int, raise, (int signal)) {
  const int result = OVERTAKE_NEXT(raise)(signal);
  if (Thread* t = cooperate(); t != nullptr && is_handled(signal)) await_delivery(t, 0);
  return result;
}

OVERTAKE_INTERPOSE(int, kill, (pid_t pid, int signal)) {
  const int result = OVERTAKE_NEXT(kill)(pid, signal);
  if (Thread* t = cooperate(); t != nullptr && is_handled(signal)) await_delivery(t, 0);
  return result;
}

OVERTAKE_INTERPOSE(int, setitimer, (int which, const itimerval* value, itimerval* old)) {
  signals.timers = true;
  return OVERTAKE_NEXT(setitimer)(which, value, old);
}
OVERTAKE_INTERPOSE(unsigned, alarm, (unsigned seconds)) {
  signals.timers = true;
  return OVERTAKE_NEXT(alarm)(seconds);
}
OVERTAKE_INTERPOSE(int, timer_create, (clockid_t clock, sigevent* event, timer_t* timer)) {
  signals.timers = true;
  return OVERTAKE_NEXT(timer_create)(clock, event, timer);
}

OVERTAKE_INTERPOSE(int, pthread_cancel, (pthread_t handle)) {
  Thread* t = cooperate() != nullptr ? find_thread(handle) : nullptr;
  const int result = OVERTAKE_NEXT(pthread_cancel)(handle);
  if (t != nullptr && result == 0) runtime.scheduler.interrupt(*t);
  return result;
}

// A loop may do nothing but ask.
OVERTAKE_INTERPOSE(void, pthread_testcancel, ()) {
  if (Thread* t = runtime.watching ? cooperate() : nullptr) runtime.scheduler.yield(*t);
  OVERTAKE_NEXT(pthread_testcancel)();
}

void overtake::observe::cancellation_point(Thread& t) {
  (void)t;
  OVERTAKE_NEXT(pthread_testcancel)();
}
