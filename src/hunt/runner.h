// One random run of the machine after the other, each by one of several rules.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "base/random.h"
#include "memory/machine.h"
#include "smc/classes.h"

namespace overtake::hunt {

class Runner {
 public:
  // Errors of the kinds in `ignored` do not end a run.
  Runner(const exec::Executor& executor, MemoryModel model, std::vector<ir::ErrorKind> ignored,
         std::uint64_t seed)
      : executor_(executor), model_(model), ignored_(std::move(ignored)), random_(seed) {}

  struct Run {
    memory::Machine machine;
    memory::Schedule schedule;
    std::vector<smc::History> histories;  // by thread
    bool failed = false;                  // the last step did
    bool given_up = false;                // it is too long

    smc::ClassName class_name() const;
  };
  Run next();

 private:
  // What decides which runner is next.
  enum class Rule : std::uint8_t {
    Priorities,     // of threads and of buffers
    DelayedStores,  // of threads; stores reach memory when no thread can do anything else
    Chance,
  };
  // A runner that may be next: a thread or a thread's buffer.
  struct Candidate {
    ThreadId thread;
    bool buffer = false;
  };

  void draw_rule();
  bool pick(const Run& run, memory::Step& step);
  bool can_go(const Run& run, const Candidate& c);
  memory::Step step_of(const Run& run, const Candidate& c);
  void demote(const Candidate& c);
  void meet_threads(const Run& run);
  void take(Run& run, const memory::Step& step);

  const exec::Executor& executor_;
  const MemoryModel model_;
  const std::vector<ir::ErrorKind> ignored_;
  Random random_;
  memory::ThreadNames names_;  // of all runs
  double usual_length_ = 64;   // of runs

  // Of the current run.
  Rule rule_ = Rule::Priorities;
  std::vector<Candidate> order_;        // the first has the highest priority
  std::vector<std::uint64_t> changes_;  // steps before which a runner loses its priority
  std::uint32_t met_ = 0;               // threads in order_
  std::uint32_t demoted_ = 0;           // the last of order_: those that have lost their priority
  bool lets_spin_ = false;              // no thread can do anything else
  std::vector<memory::Step> drains_;    // scratch
};

}  // namespace overtake::hunt
