// Which thread goes next, and when: by the seed alone.
//
// - Priorities is PCT (Burckhardt, Kothari, Musuvathi, Nagarakatte, ASPLOS 2010): random
//   priorities, and at random steps the running thread's becomes the lowest or, with some seeds,
//   another random one: two threads that were preempted may then go on before one that was not.
// - Random takes any thread at random steps, RoundRobin the next one.
// - A bound on preemptions is what MONITOR used: the program then runs on without any.
// The places of preemptions are random with a given mean distance. How many steps a program has is
// not known, and what helps a program of a hundred steps is nothing for one of 10^9: so the
// distance begins with 2 to 1024 steps, by the seed, and grows with the steps that were done. A run
// of N steps then has some 2^k ln N preemptions, for a k by the seed. In addition, with chances by
// the seed, which fall the more often it has happened, a thread is preempted
// - before a fence or lock when it has stores in its buffer: that is where others can overtake most
//   of them;
// - before a store to shared memory. In a violation one thread stores y after another one, whose
//   store of x is in its buffer, has looked at y, and looks at x then: both ends of a ring do so;
// - before its end, which takes its stores to memory, and before the end of the process. It then
//   waits until no other thread is ready, at most so many steps.
// With some seeds a thread that starts others continues until all of them have been started.
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
  // The thread had nothing to do, or ran for very long.
  void demote(Thread& t) { t.priority = --lowest_; }
  // The thread is preempted.
  void step_back(Thread& t);
  bool may_preempt() const { return left_ != 0 && kind_ != StrategyKind::None; }
  void preempted() {
    if (left_ != RuntimeOptions::kNoBound) --left_;
  }
  // Whether to look at others before pending stores reach memory, before a store to shared memory,
  // and before the end of a thread.
  bool at_drain() { return before_drain_.happens(random_); }
  bool at_store() { return before_store_.happens(random_); }
  bool at_end() { return before_end_.happens(random_); }
  // Whether a thread that was just made may go first.
  bool new_thread_first() {
    return !start_all_ && (kind_ == StrategyKind::Priorities ||
                           (kind_ != StrategyKind::None && random_.below(2) == 0));
  }
  // Among threads that are ready, starting at `first`; `current` was the last one. One that is put
  // off beyond `steps_done` goes only if there is no other.
  Thread* choose(Thread* first, Thread* current, std::uint64_t steps_done);

  bool switch_at_all() const { return switch_at_all_; }

 private:
  // Something that happens so often of 256 times at first, and less often later.
  struct Chance {
    std::uint32_t at_first = 0;
    std::uint64_t times = 0;  // so far
    bool happens(Random& random);
  };
  Thread* choose_among(Thread* first, Thread* current, std::uint64_t steps_done);

  Random random_;
  StrategyKind kind_ = StrategyKind::Priorities;
  std::uint64_t interval_ = 100;
  std::uint64_t left_ = RuntimeOptions::kNoBound;  // preemptions
  std::uint64_t lowest_ = std::uint64_t{1} << 40;  // priorities go down from here
  unsigned growth_ = 63;                           // the interval grows by steps >> growth
  Chance before_drain_, before_store_, before_end_;
  bool start_all_ = false;
  bool anew_ = false;  // a random priority for who is preempted
  bool switch_at_all_ = true;
};

}  // namespace overtake::observe
