// Which thread goes next, and when: by the seed alone.
//
// - Priorities is PCT (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010): random
//   priorities, and at random steps the running thread's becomes the lowest.
// - Random takes any thread at random steps, RoundRobin the next one.
// - A bound on preemptions is what MONITOR used: the program then runs on without any.
// The places of preemptions are random with a given mean distance. How many steps a program has is
// not known, and what helps a program of a hundred steps is nothing for one of 10^9: so the
// distance begins with 2 to 1024 steps, by the seed, and grows with the steps that were done. A run
// of N steps then has some 2^k ln N preemptions, for a k by the seed. In addition a thread is
// preempted before a fence or lock when it has stores in its buffer: that is where others can
// overtake most of them. That, too, happens less often the more often it has happened.
#pragma once

#include <cstdint>

#include "observe/runtime/options.h"
#include "observe/runtime/thread.h"

namespace overtake::observe {

// xorshift64*.
class Random {
 public:
  void seed(std::uint64_t seed);
  std::uint64_t next() {
    state_ ^= state_ >> 12;
    state_ ^= state_ << 25;
    state_ ^= state_ >> 27;
    return state_ * 0x2545f4914f6cdd1dull;
  }
  std::uint64_t below(std::uint64_t n) { return n <= 1 ? 0 : (next() >> 11) % n; }

 private:
  std::uint64_t state_ = 1;
};

class Strategy {
 public:
  void start(const RuntimeOptions& options);
  Random& random() { return random_; }

  void added(Thread& t);
  // How many steps until the next preemption; a large number if there is none.
  std::uint64_t distance(std::uint64_t steps_done);
  // The thread was preempted, or had nothing to do.
  void demote(Thread& t);
  bool may_preempt() const { return left_ != 0 && kind_ != StrategyKind::None; }
  void preempted() {
    if (left_ != RuntimeOptions::kNoBound) --left_;
  }
  // Whether to look at others before pending stores reach memory.
  bool at_drain();
  // Whether a thread that was just made may go first.
  bool new_thread_first() {
    return kind_ == StrategyKind::Priorities ||
           (kind_ != StrategyKind::None && random_.below(2) == 0);
  }
  // Among threads that are ready, starting at `first`; `current` was the last one.
  Thread* choose(Thread* first, Thread* current);

  bool switch_at_all() const { return switch_at_all_; }

 private:
  Random random_;
  StrategyKind kind_ = StrategyKind::Priorities;
  std::uint64_t interval_ = 100;
  std::uint64_t left_ = RuntimeOptions::kNoBound;  // preemptions
  std::uint64_t lowest_ = std::uint64_t{1} << 40;  // priorities go down from here
  unsigned growth_ = 63;                           // the interval grows by steps >> growth
  std::uint32_t drain_chance_ = 0;                 // of 256 ...
  std::uint64_t drains_ = 0;                       // ... at first; so often so far
  bool switch_at_all_ = true;
};

}  // namespace overtake::observe
