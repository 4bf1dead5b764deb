#include "observe/runtime/scheduler.h"

#include "observe/runtime/runtime.h"

namespace overtake::observe {

__thread Thread* active __attribute__((tls_model("initial-exec")));
__thread Thread* self __attribute__((tls_model("initial-exec")));

void Scheduler::start(const RuntimeOptions& options) {
  strategy_.start(options);
  fast_time_ = options.fast_time;
  shared_cost = strategy_.switch_at_all() ? 1 : kSharedCost;
  preempt_in_ = static_cast<std::int64_t>(
                    strategy_.distance(steps_ / static_cast<std::uint64_t>(shared_cost))) *
                shared_cost;
  refill();
}

// --- steps ---------------------------------------------------------------------------------------

// What was used of the budget is time.
void Scheduler::account() {
  const std::int64_t used = slice_ - budget - hurried_;
  hurried_ = 0;
  slice_ = budget;
  steps_ += static_cast<std::uint64_t>(used);
  now_ += used * kStepTime / shared_cost;
  preempt_in_ -= used;
}

void Scheduler::refill() {
  account();
  const std::int64_t most = kHousekeeping * shared_cost;
  slice_ = preempt_in_ < 1 ? 1 : preempt_in_ < most ? preempt_in_ : most;
  budget = slice_;
}

void Scheduler::step(Thread& t) {
  if (t.pending_signals != 0) take_signals(t);
  account();
  lock_.lock();
  expire();
  if (preempt_in_ > 0) {
    refill();
    // A thread that runs for very long may wait for one that never gets the turn.
    if (++unbroken_ < kUnbroken) return lock_.unlock();
    t.state = ThreadState::Ready;
    strategy_.demote(t);
    return hand_over(t);
  }
  preempt_in_ = static_cast<std::int64_t>(
                    strategy_.distance(steps_ / static_cast<std::uint64_t>(shared_cost))) *
                shared_cost;
  refill();
  if (!strategy_.may_preempt()) return lock_.unlock();
  step_aside(t);
}

// With the lock, which is given back: the next turn is of the thread that the strategy chooses.
void Scheduler::step_aside(Thread& t) {
  t.state = ThreadState::Ready;
  strategy_.step_back(t);
  if (choose(&t) != &t) {
    strategy_.preempted();
    count_preemption();
  }
  hand_over(t);
}

void Scheduler::yield(Thread& t) {
  account();
  lock_.lock();
  expire();
  t.state = ThreadState::Ready;
  strategy_.demote(t);
  steps_ += static_cast<std::uint64_t>(shared_cost);
  const bool alone = choose(&t) == &t;
  if (alone) now_ += kIdleTime;
  hand_over(t);
  // It waits for one that sleeps, or is outside.
  if (alone && alive_ > 1) {
    const Inside inside(&t);
    const timespec pause{0, kIdleTime};
    raw_syscall(SYS_nanosleep, reinterpret_cast<long>(&pause), 0);
  }
}

void Scheduler::before_drain(Thread& t) {
  if (!strategy_.may_preempt() || !strategy_.at_drain()) return;
  account();
  lock_.lock();
  expire();
  step_aside(t);
}

void Scheduler::before_store(Thread& t) {
  if (!strategy_.may_preempt() || !strategy_.at_store()) return;
  account();
  lock_.lock();
  expire();
  step_aside(t);
}

void Scheduler::before_end(Thread& t) {
  if (alive_ < 2 || !strategy_.may_preempt() || !strategy_.at_end()) return;
  account();
  lock_.lock();
  expire();
  t.put_off_until = steps_ + kPutOff * static_cast<std::uint64_t>(shared_cost);
  step_aside(t);
  t.put_off_until = 0;
}

void Scheduler::created(Thread& t) {
  if (!strategy_.new_thread_first()) return;
  lock_.lock();
  t.state = ThreadState::Ready;
  hand_over(t);
}

// --- the turn ------------------------------------------------------------------------------------

void Scheduler::give(Thread& next) {
  turn_ = &next;
  unbroken_ = 0;
  next.state = ThreadState::Running;
  next.blocked_on = BlockedOn::Nothing;
  __atomic_fetch_or(&next.go, kTurn, __ATOMIC_RELEASE);
}

// With the lock, which is released: t is not running any more; another one is, or t again.
void Scheduler::hand_over(Thread& t) {
  Thread* next = find_next(&t);
  if (next == &t) {
    t.state = ThreadState::Running;
    t.blocked_on = BlockedOn::Nothing;
    lock_.unlock();
    return;
  }
  active = nullptr;
  turn_ = nullptr;
  if (next != nullptr) give(*next);
  const bool stuck = next == nullptr && deadlocked();
  lock_.unlock();
  if (next != nullptr) {
    count_switch();
    sys_futex_wake(&next->go);
  } else if (stuck && !signals_expected()) {
    report_deadlock();
  } else if (stuck) {
    return await_signal_or_deadlock(t);
  } else {
    kick_watchdog();
  }
  if (t.state != ThreadState::Ended) wait_for_turn(t);
}

// A handler may wake a thread: there is a deadlock only if none does so for a while.
void Scheduler::await_signal_or_deadlock(Thread& t) {
  const timespec second{1, 0};
  while (__atomic_load_n(&t.go, __ATOMIC_ACQUIRE) == 0) {
    sys_futex_wait(&t.go, 0, &second);
    lock_.lock();
    const bool stuck = turn_ == nullptr && deadlocked();
    lock_.unlock();
    if (stuck && __atomic_load_n(&t.go, __ATOMIC_ACQUIRE) == 0 && !timers_armed())
      report_deadlock();
    if (!stuck && t.state == ThreadState::Ended) return;
  }
  wait_for_turn(t);
}

void Scheduler::wait_for_turn(Thread& t) {
  for (;;) {
    const std::uint32_t go = __atomic_exchange_n(&t.go, 0, __ATOMIC_ACQUIRE);
    if ((go & kSignalled) != 0) interrupt(t);
    if ((go & kTurn) != 0) break;
    if (go == 0) sys_futex_wait(&t.go, 0);
  }
  await_departure(t);
  set_active(t);
}

// What libc does at the end of a thread is done before another one continues, so that memory is the
// same in every run. The first thread stays as a zombie until the process ends: it gets some time.
void Scheduler::await_departure(Thread& t) {
  const std::uint32_t tid = __atomic_exchange_n(&leaving_, 0, __ATOMIC_ACQ_REL);
  if (tid == 0) return;
  const Inside inside(&t);
  const std::uint32_t pid = sys_getpid();
  const int limit = tid == pid ? 50 : 10'000;
  for (int i = 0; i < limit && raw_syscall(SYS_tgkill, pid, tid, 0) == 0; ++i) {
    const timespec pause{0, i < 100 ? 1'000 : 100'000};
    raw_syscall(SYS_nanosleep, reinterpret_cast<long>(&pause), 0);
  }
}

Thread* Scheduler::find_next(Thread* current) {
  if (Thread* next = choose(current)) return next;
  Thread* sleeper = earliest();
  if (sleeper == nullptr) return nullptr;
  const bool due = sleeper->real_deadline <= sys_clock_ns();
  if (!due && (!fast_time_ || outside_ != 0)) return nullptr;
  if (now_ < sleeper->deadline) now_ = sleeper->deadline;
  expire();
  return choose(current);
}

Thread* Scheduler::earliest() const {
  Thread* found = nullptr;
  for (Thread* t = first_; t != nullptr; t = t->next)
    if (t->state == ThreadState::Blocked && t->deadline != 0 &&
        (found == nullptr || t->deadline < found->deadline))
      found = t;
  return found;
}

void Scheduler::expire() {
  for (Thread* t = first_; t != nullptr; t = t->next)
    if (t->state == ThreadState::Blocked && t->deadline != 0 && t->deadline <= now_) {
      t->timed_out = true;
      make_ready(*t);
    }
}

void Scheduler::make_ready(Thread& t) {
  t.state = ThreadState::Ready;
  t.deadline = 0;
}

bool Scheduler::deadlocked() const {
  if (outside_ != 0) return false;
  bool any = false;
  for (Thread* t = first_; t != nullptr; t = t->next) {
    if (t->state == ThreadState::Ended) continue;
    if (t->state != ThreadState::Blocked || t->deadline != 0) return false;
    any = true;
  }
  return any;
}

// --- waiting -------------------------------------------------------------------------------------

bool Scheduler::block(Thread& t, BlockedOn what, std::uint64_t object, std::int64_t timeout_ns,
                      std::uint64_t pc) {
  account();
  lock_.lock();
  t.timed_out = false;
  if (t.interrupted) {
    lock_.unlock();
    return false;
  }
  t.state = ThreadState::Blocked;
  t.blocked_on = what;
  t.object = object;
  t.wait_pc = pc;
  t.deadline = 0;
  if (timeout_ns >= 0) {
    t.deadline = now_ + timeout_ns + 1;
    t.real_deadline = sys_clock_ns() + timeout_ns;
  }
  hand_over(t);
  return !t.timed_out && !t.interrupted;
}

void Scheduler::wake(Thread& other) {
  lock_.lock();
  if (other.state == ThreadState::Blocked) make_ready(other);
  lock_.unlock();
}

void Scheduler::wake_all(BlockedOn what, std::uint64_t object) {
  lock_.lock();
  for (Thread* t = first_; t != nullptr; t = t->next)
    if (t->state == ThreadState::Blocked && t->blocked_on == what && t->object == object)
      make_ready(*t);
  lock_.unlock();
}

Thread* Scheduler::wake_one(BlockedOn what, std::uint64_t object) {
  lock_.lock();
  Thread* found = nullptr;
  std::uint64_t count = 0;
  for (Thread* t = first_; t != nullptr; t = t->next)
    if (t->state == ThreadState::Blocked && t->blocked_on == what && t->object == object &&
        strategy_.random().below(++count) == 0)
      found = t;
  if (found != nullptr) make_ready(*found);
  lock_.unlock();
  return found;
}

void Scheduler::end(Thread& t) {
  account();
  lock_.lock();
  t.state = ThreadState::Ended;
  leaving_ = t.tid;
  --alive_;
  hand_over(t);
}

// --- threads that come and go --------------------------------------------------------------------

void Scheduler::add(Thread& t) {
  lock_.lock();
  strategy_.added(t);
  t.next = nullptr;
  (last_ != nullptr ? last_->next : first_) = &t;
  last_ = &t;
  ++alive_;
  lock_.unlock();
}

void Scheduler::remove(Thread& t) {
  lock_.lock();
  Thread* before = nullptr;
  for (Thread* x = first_; x != nullptr && x != &t; x = x->next) before = x;
  (before != nullptr ? before->next : first_) = t.next;
  if (last_ == &t) last_ = before;
  lock_.unlock();
}

void Scheduler::leave(Thread& t) {
  account();
  lock_.lock();
  t.state = ThreadState::Outside;
  ++outside_;
  active = nullptr;
  turn_ = nullptr;
  Thread* next = find_next(nullptr);
  if (next != nullptr) give(*next);
  lock_.unlock();
  if (next != nullptr) {
    count_switch();
    sys_futex_wake(&next->go);
  } else {
    kick_watchdog();
  }
  t.open = true;
}

void Scheduler::arrive(Thread& t) {
  t.open = false;
  lock_.lock();
  if (t.state == ThreadState::Outside) --outside_;
  t.state = ThreadState::Ready;
  const bool free = turn_ == nullptr;
  if (free) give(t);
  lock_.unlock();
  wait_for_turn(t);
  t.interrupted = false;
}

bool Scheduler::take_turn_from(Thread& t) {
  lock_.lock_quietly();
  Thread* next = nullptr;
  if (turn_ == &t) {
    expire();
    next = choose(nullptr);
  }
  if (next != nullptr) {
    t.state = ThreadState::Outside;
    ++outside_;
    give(*next);
  }
  lock_.unlock_quietly();
  if (next != nullptr) sys_futex_wake(&next->go);
  return next != nullptr;
}

void Scheduler::interrupt(Thread& t) {
  lock_.lock();
  t.interrupted = true;
  bool wake = false;
  if (t.state == ThreadState::Blocked) {
    make_ready(t);
    if (turn_ == nullptr) {
      give(t);
      wake = true;
    }
  }
  lock_.unlock();
  if (wake) sys_futex_wake(&t.go);
}

void Scheduler::forked(Thread& t) {
  lock_.reset();
  first_ = last_ = &t;
  t.next = nullptr;
  t.state = ThreadState::Running;
  turn_ = &t;
  alive_ = 1;
  outside_ = 0;
}

}  // namespace overtake::observe
