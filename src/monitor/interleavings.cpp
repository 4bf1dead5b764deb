#include "monitor/interleavings.h"

#include <vector>

namespace overtake::monitor {

using exec::OpKind;
using memory::Machine;
using memory::Step;

namespace {

// Happens together with what comes after it.
bool own_business(const exec::Op& op) {
  return op.kind == OpKind::Fence || op.kind == OpKind::StoreFence || op.kind == OpKind::Choose;
}

// A state in which a thread is to be picked, and the picks that are left.
struct Branch {
  Machine machine;
  std::size_t depth = 0;  // of the schedule
  ThreadId running;       // who did the last step
  std::uint32_t preemptions = 0;
  std::vector<Step> picks;
};

class Search {
 public:
  Search(const exec::Executor& executor, const InterleavingOptions& options,
         const std::function<bool(const Interleaving&)>& visit)
      : executor_(executor), options_(options), visit_(visit) {}

  InterleavingResult run() {
    open(Machine(executor_, {{Model::SC, options_.pso_rmw}}), ThreadId{}, 0);
    while (!branches_.empty() && !result_.stopped) {
      Branch& b = branches_.back();
      if (b.picks.empty()) {
        branches_.pop_back();
        continue;
      }
      const Step step = b.picks.back();
      b.picks.pop_back();
      schedule_.resize(b.depth);
      const bool preempts =
          b.running.valid() && step.thread != b.running && b.machine.alternatives(b.running) != 0;
      const std::uint32_t preemptions = b.preemptions + (preempts ? 1 : 0);
      Machine next = b.picks.empty() ? std::move(b.machine) : b.machine;
      go_on(std::move(next), step, preemptions);
    }
    return result_;
  }

 private:
  // Does the step and, as long as the thread does nothing that others see, what comes after it.
  void go_on(Machine machine, Step step, std::uint32_t preemptions) {
    machine.learn(names_);
    for (;;) {
      if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) {
        result_.stopped = true;
        return;
      }
      const bool glued = own_business(machine.thread(step.thread).next());
      schedule_.push_back(step);
      machine.execute(step);
      const std::uint32_t ways = machine.alternatives(step.thread);
      // A choice of several is a branch, of the same thread only.
      if (!glued || ways == 0) return open(std::move(machine), step.thread, preemptions);
      if (ways > 1) return choose(std::move(machine), step.thread, ways, preemptions);
      step = {step.thread};
    }
  }

  void choose(Machine machine, ThreadId thread, std::uint32_t ways, std::uint32_t preemptions) {
    Branch b{std::move(machine), schedule_.size(), thread, preemptions, {}};
    for (std::uint32_t c = 0; c < ways; ++c) b.picks.push_back({thread, false, 0, c});
    branches_.push_back(std::move(b));
  }

  void open(Machine machine, ThreadId running, std::uint32_t preemptions) {
    if (machine.names().size() > names_.size()) names_ = machine.names();
    Branch b{std::move(machine), schedule_.size(), running, preemptions, {}};
    const bool goes_on = running.valid() && b.machine.alternatives(running) != 0;
    const bool may_preempt = !options_.preemptions || preemptions < *options_.preemptions;
    bool maximal = true;
    for (std::size_t i = b.machine.thread_count(); i-- > 0;) {
      const ThreadId t{i};
      const std::uint32_t ways = b.machine.alternatives(t);
      maximal = maximal && ways == 0;
      if (goes_on && t != running && !may_preempt) {
        result_.cut = result_.cut || ways != 0;
        continue;
      }
      for (std::uint32_t c = ways; c-- > 0;) b.picks.push_back({t, false, 0, c});
    }
    if (!maximal) return branches_.push_back(std::move(b));
    if (!visit_({schedule_, b.machine, preemptions})) result_.stopped = true;
  }

  const exec::Executor& executor_;
  const InterleavingOptions& options_;
  const std::function<bool(const Interleaving&)>& visit_;
  InterleavingResult result_;
  std::vector<Branch> branches_;
  memory::Schedule schedule_;
  memory::ThreadNames names_;  // a thread has the same id in every interleaving
};

}  // namespace

InterleavingResult interleavings(const exec::Executor& executor, const InterleavingOptions& options,
                                 const std::function<bool(const Interleaving&)>& visit) {
  return Search(executor, options, visit).run();
}

}  // namespace overtake::monitor
