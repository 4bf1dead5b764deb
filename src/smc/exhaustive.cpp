#include "smc/exhaustive.h"

#include <tsl/robin_set.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "ir/sections.h"
#include "smc/components.h"
#include "smc/errors.h"
#include "smc/races.h"
#include "smc/state_hangs.h"

namespace overtake::smc {
namespace {

using exec::Op;
using exec::OpKind;
using memory::Happened;
using memory::Machine;
using memory::Step;

struct Node {
  Machine machine;
  std::vector<History> histories;  // by ThreadId
  // By address, sorted: the stores that have reached the byte, in order. Only for traces.
  std::vector<std::pair<Address, std::uint64_t>> store_order;
  // Only with a preemption bound.
  ThreadId running = ThreadId::none();
  std::uint32_t preemptions = 0;

  void step(const Step& s, bool traces) {
    const Happened h = machine.execute(s);
    if (traces && h.wrote_memory) note_store(h);
    if (s.drain) return;
    if (histories.size() < machine.thread_count()) histories.resize(machine.thread_count());
    histories[s.thread.index()].note(machine, s, h);
  }

  // Arrivals at a barrier have no order.
  void note_store(const Happened& h) {
    if (h.op.is(ir::SyncOp::BarrierArrive)) return;
    const std::uint64_t writer =
        combine(machine.names().identity(h.event.thread()), h.event.index());
    for (unsigned i = 0; i < h.op.size; ++i) {
      const Address byte = h.op.address + i;
      auto it = std::lower_bound(store_order.begin(), store_order.end(), byte,
                                 [](const auto& o, Address a) { return o.first < a; });
      if (it == store_order.end() || it->first != byte) it = store_order.insert(it, {byte, 0});
      it->second = combine(it->second, writer);
    }
  }

  ClassName trace_name() const {
    Hash128 h = class_name();
    for (const auto& [byte, order] : store_order) {
      h.add(byte);
      h.add(order);
    }
    return h;
  }

  ClassName class_name() const {
    ClassSum sum;
    for (std::size_t t = 0; t < histories.size(); ++t)
      if (machine.exists(ThreadId{t})) sum.add(machine.names().identity(ThreadId{t}), histories[t]);
    return sum.name();
  }

  Hash128 state_name() const {
    Hash128 h;
    for (std::size_t t = 0; t < machine.thread_count(); ++t) {
      const ThreadId id{t};
      if (!machine.exists(id)) continue;
      h.add(machine.names().identity(id));
      h.add(machine.thread(id).hash());
    }
    h.add(machine.memory().values_hash());
    h.add(machine.waiting_hash());
    return h;
  }

  // What the future depends on.
  Hash128 key(bool classes, bool traces) const {
    Hash128 h = traces ? trace_name() : classes ? class_name() : state_name();
    if (classes) h.add(machine.memory().writers_hash());
    for (std::size_t t = 0; t < machine.thread_count(); ++t) {
      const auto& buffer = machine.buffer(ThreadId{t});
      if (buffer.empty()) continue;
      h.add(machine.names().identity(ThreadId{t}));
      for (const memory::BufferEntry& e : buffer) {
        h.add(std::uint64_t{e.object.value} << 32 | e.size);
        h.add(e.offset);
        h.add(e.value.lo);
        h.add(e.value.hi);
        h.add(e.value.undefined);
        if (classes)
          h.add(e.event.raw);
        else
          h.add(e.time);
      }
    }
    return h;
  }
};

// A step of `thread` that commutes with everything others may do and that nothing can disable.
bool is_own_business(const Machine& m, ThreadId thread) {
  const Op& op = m.thread(thread).next();
  switch (op.kind) {
    case OpKind::Fence:
    case OpKind::StoreFence:
    case OpKind::Choose:
    case OpKind::Spawn:
    case OpKind::Join:
    case OpKind::End:
      return true;
    case OpKind::Store:
      // Into the own buffer; an object that may be freed meanwhile is not only its own business.
      return m.options().model != Model::SC && !is_thread_object(op.address);
    default:
      return false;
  }
}

// No thread but `thread` can do anything before it creates a thread, which drains its buffers
// first.
bool is_alone(const Machine& m, ThreadId thread) {
  for (std::size_t t = 0; t < m.thread_count(); ++t) {
    const ThreadId other{t};
    if (other == thread || !m.exists(other)) continue;
    if (m.thread(other).ready() || !m.buffer(other).empty()) return false;
  }
  return true;
}

// Steps without an alternative after which it is worth asking whether a state comes back.
constexpr unsigned kLongRun = 64;

class Walk {
 public:
  Walk(const ir::Program& program, const ExhaustiveOptions& options,
       const std::function<bool(const FinalRun&)>& visit)
      : options_(options),
        visit_(visit),
        eager_(options.eager && !ir::sections_may_wait(program)),
        names_(options.names) {
    if (options.endless) components_.emplace();
  }

  bool cut_off() const { return cut_off_; }

  bool explore(Node root) {
    std::vector<Fork> open;  // not recursion: executions are longer than stacks are deep
    if (components_) components_->enter(key(root));
    if (!run(std::move(root), open)) return false;
    while (!open.empty()) {
      Fork& fork = open.back();
      if (fork.next == fork.steps.size()) {
        schedule_.resize(fork.depth);
        open.pop_back();
        if (!leave()) return false;
        continue;
      }
      const Step s = fork.steps[fork.next++];
      Node next = fork.next == fork.steps.size() ? std::move(fork.node) : fork.node;
      step(next, s);
      const Hash128 name = key(next);
      if (!seen_.insert(name).second) {
        if (components_) components_->meet(name);
        continue;
      }
      if (components_) components_->enter(name);
      if (seen_.size() == options_.max_configurations) return false;
      schedule_.resize(fork.depth);
      schedule_.push_back(s);
      if (!run(std::move(next), open)) return false;
    }
    return true;
  }

 private:
  // A moment at which several steps are possible, and those not taken yet.
  struct Fork {
    Node node;
    std::vector<Step> steps;
    std::size_t depth;  // of the schedule there
    std::size_t next = 0;
  };

  // Every run from the state that is left may be endless. False: the walk is over.
  bool leave() {
    return !components_ || !components_->leave() || options_.endless(schedule_, names_);
  }

  // Runs on to the next fork, which is left open. False: the walk is over.
  bool run(Node node, std::vector<Fork>& open) {
    std::vector<Step> steps;
    for (unsigned alone = 0;; ++alone) {
      if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) return false;
      if (options_.max_steps != 0 && schedule_.size() >= options_.max_steps)
        throw LimitReached{{Limit::Operations, options_.max_steps}};
      node.machine.enabled(steps);
      if (steps.empty()) {
        if (components_) components_->end();
        return finish(node) && leave();
      }
      if (options_.preemption_bound)
        keep_within_bound(node, steps);
      else if (eager_)
        keep_own_business(node.machine, steps);
      if (steps.size() > 1) break;
      schedule_.push_back(steps.front());
      step(node, steps.front());
      // A thread that runs alone may run for ever: a loop that no thread ends any more.
      if (alone < kLongRun) continue;
      const Hash128 name = key(node);
      const bool is_new = seen_.insert(name).second;
      if (components_ && is_new) components_->add_key(name);
      if (is_new) continue;
      if (components_) components_->meet(name);
      return leave();
    }
    open.push_back({std::move(node), std::move(steps), schedule_.size()});
    return true;
  }

  static void keep_own_business(const Machine& m, std::vector<Step>& steps) {
    if (is_alone(m, steps.front().thread)) {
      const auto drain = std::ranges::find_if(steps, [](const Step& s) { return s.drain; });
      if (drain != steps.end()) steps = {*drain};
      return;
    }
    for (const Step& s : steps) {
      if (s.drain || !is_own_business(m, s.thread)) continue;
      const ThreadId thread = s.thread;
      std::erase_if(steps, [&](const Step& o) { return o.drain || o.thread != thread; });
      return;
    }
  }

  static bool can_go_on(const std::vector<Step>& steps, ThreadId thread) {
    return std::ranges::any_of(steps,
                               [&](const Step& s) { return !s.drain && s.thread == thread; });
  }

  void keep_within_bound(const Node& node, std::vector<Step>& steps) {
    if (node.preemptions < *options_.preemption_bound || !can_go_on(steps, node.running)) return;
    if (std::erase_if(steps, [&](const Step& s) { return !s.drain && s.thread != node.running; }) >
        0)
      cut_off_ = true;
  }

  Hash128 key(const Node& node) const {
    Hash128 h = node.key(options_.classes, options_.traces);
    if (options_.preemption_bound)
      h.add(std::uint64_t{node.running.value} << 32 | node.preemptions);
    return h;
  }

  // A thread has the same id in every run: keys speak of threads by their ids.
  void step(Node& node, const Step& step) {
    if (options_.preemption_bound && !step.drain && step.thread != node.running) {
      std::vector<Step> steps;
      node.machine.enabled(steps);
      if (can_go_on(steps, node.running)) ++node.preemptions;
      node.running = step.thread;
    }
    node.machine.learn(names_);
    node.step(step, options_.traces);
    if (node.machine.names().size() > names_.size()) names_ = node.machine.names();
  }

  bool finish(const Node& node) {
    const ClassName name = options_.traces    ? node.trace_name()
                           : options_.classes ? node.class_name()
                                              : node.state_name();
    const memory::Ending ending = node.machine.ending();
    Hash128 with_ending = name;
    with_ending.add(static_cast<std::uint64_t>(ending));
    if (!finals_.insert(with_ending).second) return true;
    const bool first = finals_.insert(name).second;
    return visit_({node.machine, schedule_, ending, name, first});
  }

  const ExhaustiveOptions& options_;
  const std::function<bool(const FinalRun&)>& visit_;
  const bool eager_;  // after a section that waits for ever nothing is possible any more
  memory::Schedule schedule_;
  memory::ThreadNames names_;  // of all threads met so far
  tsl::robin_set<Hash128, Hash128Hasher> seen_;
  tsl::robin_set<Hash128, Hash128Hasher> finals_;
  std::optional<Components> components_;
  bool cut_off_ = false;  // the bound forbade something
};

}  // namespace

bool exhaustive(const exec::Executor& executor, const ExhaustiveOptions& options,
                const std::function<bool(const FinalRun&)>& visit) {
  Node root{Machine(executor, options.machine), {}};
  Walk walk(executor.program(), options, visit);
  return walk.explore(std::move(root)) && !walk.cut_off();
}

CheckResult check_exhaustively(const ir::Program& program, const CheckOptions& options,
                               Equivalence equivalence, std::uint64_t max_configurations,
                               std::uint64_t max_steps) {
  const exec::Executor executor(program, {.stop = options.stop});
  CheckResult result;
  ErrorCollector errors(executor, options, result);
  ExhaustiveOptions exhaustive_options;
  exhaustive_options.machine = {options.model};
  exhaustive_options.stop = options.stop;
  exhaustive_options.classes = equivalence != Equivalence::States;
  exhaustive_options.traces = equivalence == Equivalence::Trace;
  exhaustive_options.max_configurations = max_configurations;
  exhaustive_options.max_steps = max_steps;
  exhaustive_options.preemption_bound = options.preemption_bound;
  result.races_checked = options.races && exhaustive_options.classes;
  bool stopped = false;
  bool limit = false;
  const auto visit = [&](const FinalRun& run) {
    if (run.first && !run.machine.cut_short()) errors.count(run.ending);
    bool go_on = errors.note(run.machine, run.schedule, run.ending);
    if (result.races_checked && run.first && go_on) {
      find_races(executor, run.machine, run.schedule, result.races);
      go_on = result.races.empty() || options.all_errors;
    }
    const auto& n = result.executions;
    limit =
        options.max_executions != 0 && n.complete + n.blocked + n.bounded >= options.max_executions;
    stopped = !go_on;
    return go_on && !limit;
  };
  if (equivalence == Equivalence::States && !options.preemption_bound)
    exhaustive_options.endless = [&](const memory::Schedule& schedule,
                                     const memory::ThreadNames& names) {
      stopped = !note_endless(program, options.model, schedule, names, errors);
      return !stopped;
    };
  bool all = false;
  try {
    all = exhaustive(executor, exhaustive_options, visit);
  } catch (const LimitReached& reached) {
    result.unfinished = reached.limit;
    return result;
  }
  result.finished = all;
  const bool interrupted = options.stop != nullptr && options.stop->load(std::memory_order_relaxed);
  if (!all)
    result.unfinished.limit = limit                      ? Limit::MaxExecutions
                              : stopped                  ? Limit::FirstError
                              : interrupted              ? Limit::Stopped
                              : options.preemption_bound ? Limit::Preemptions
                                                         : Limit::Configurations;
  return result;
}

}  // namespace overtake::smc
