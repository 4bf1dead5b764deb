#include "linearize/runs.h"

#include <tsl/robin_set.h>

#include <algorithm>

#include "base/hash.h"
#include "memory/found.h"
#include "memory/machine.h"

namespace overtake::linearize {
namespace {

using exec::Status;
using memory::Machine;
using memory::Step;

// A state of the machine with the history that led there.
struct Node {
  Machine machine;
  std::vector<std::uint32_t> done = {};                 // by thread: marks that have taken place
  std::vector<std::vector<std::uint32_t>> events = {};  // by thread: events before each mark
  std::vector<std::uint64_t> hashes = {};               // by thread: of its state
  OperationSet called = 0;
  OperationSet ended = 0;
  Precedence ended_before{};
};

class Walk {
 public:
  explicit Walk(const ClientTask& task)
      : task_(task),
        executor_(task.program, {.stop = task.options.stop}),
        first_(operations_of(task.declaration, task.client)) {
    result_.run_by_run = true;
  }

  ClientResult run() {
    Node root{Machine(executor_, {task_.options.model})};
    returns(root);
    root.hashes[0] = root.machine.thread(ThreadId{std::size_t{0}}).hash();
    walk(root);
    result_.check.finished = !stopped_ && !result_.violation && result_.check.errors.empty();
    if (stopped_) result_.check.unfinished = {Limit::Stopped};
    return std::move(result_);
  }

 private:
  // Which operation the mark of the thread is about; none if it is about none.
  std::optional<std::uint32_t> operation_of(const Machine& machine, ThreadId t,
                                            std::uint32_t mark) const {
    std::uint32_t section = 0;
    std::uint32_t number = 0;
    const auto& marks = machine.thread(t).marks();
    for (std::uint32_t k = 0; k <= mark; ++k) {
      if (static_cast<MarkKind>(marks[k].kind) == MarkKind::Section) {
        section = static_cast<std::uint32_t>(marks[k].value);
        number = 0;
      }
      if (static_cast<MarkKind>(marks[k].kind) == MarkKind::Call) ++number;
    }
    for (std::uint32_t o = 0; o < first_.size(); ++o)
      if (first_[o].section == section && first_[o].number + 1 == number) return o;
    return std::nullopt;
  }

  // Lets everything take place that is not a call.
  void returns(Node& node) {
    node.done.resize(node.machine.thread_count());
    node.events.resize(node.machine.thread_count());
    node.hashes.resize(node.machine.thread_count());
    for (std::size_t i = 0; i < node.machine.thread_count(); ++i) {
      const ThreadId t{i};
      if (!node.machine.exists(t)) continue;
      node.events[i].resize(node.machine.thread(t).marks().size(), node.machine.event_count(t));
      returns(node, t);
    }
  }

  void returns(Node& node, ThreadId t) {
    const auto& marks = node.machine.thread(t).marks();
    std::uint32_t& done = node.done[t.index()];
    for (; done < marks.size(); ++done) {
      const auto kind = static_cast<MarkKind>(marks[done].kind);
      if (kind == MarkKind::Call) return;
      if (kind != MarkKind::Return) continue;
      const std::uint32_t o = *operation_of(node.machine, t, done);
      node.ended |= only(o);
      moments_.push_back({o, true});
    }
  }

  bool at_call(const Node& node, ThreadId t) const {
    return node.done[t.index()] < node.machine.thread(t).marks().size();
  }

  // The call at which the thread is has a return already: nothing is done in between.
  bool at_stepless_call(const Node& node, ThreadId t) const {
    const auto& marks = node.machine.thread(t).marks();
    return std::any_of(marks.begin() + node.done[t.index()], marks.end(), [](const exec::Mark& m) {
      return static_cast<MarkKind>(m.kind) == MarkKind::Return;
    });
  }

  void call(Node& node, ThreadId t) {
    const std::uint32_t o = *operation_of(node.machine, t, node.done[t.index()]);
    node.called |= only(o);
    node.ended_before[o] = node.ended;
    moments_.push_back({o, false});
    ++node.done[t.index()];
    returns(node, t);
  }

  Hash128 key(const Node& node) const {
    Hash128 h;
    const Machine& m = node.machine;
    for (std::size_t i = 0; i < m.thread_count(); ++i) {
      const ThreadId t{i};
      if (!m.exists(t)) continue;
      h.add(m.names().identity(t));
      h.add(node.hashes[i]);
      h.add(node.done[i]);
      for (const memory::BufferEntry& e : m.buffer(t)) {
        h.add(std::uint64_t{e.object.value} << 32 | e.size);
        h.add(e.offset);
        h.add(e.value.lo);
        h.add(e.value.hi);
      }
      h.add(m.buffer(t).size());
    }
    h.add(m.memory().values_hash());
    h.add(m.waiting_hash());
    h.add(std::uint64_t{node.called} << 32 | node.ended);
    for (std::size_t o = 0; o < first_.size(); ++o) h.add(node.ended_before[o]);
    return h;
  }

  bool over() {
    stopped_ |=
        task_.options.stop != nullptr && task_.options.stop->load(std::memory_order_relaxed);
    return stopped_ || result_.violation || !result_.check.errors.empty();
  }

  void walk(const Node& node) {
    if (over() || !seen_.insert(key(node)).second) return;
    std::vector<Step> steps;
    node.machine.enabled(steps);
    bool ended = true;
    for (std::size_t i = 0; i < node.machine.thread_count(); ++i) {
      const ThreadId t{i};
      if (!node.machine.exists(t) || !at_call(node, t) || !at_stepless_call(node, t)) continue;
      ended = false;
      branch(node, [&](Node& next) {
        call(next, t);
        return true;
      });
    }
    for (const Step& s : steps) {
      const bool calls = !s.drain && at_call(node, s.thread);
      if (calls && at_stepless_call(node, s.thread)) continue;
      ended = false;
      branch(node, [&](Node& next) {
        if (calls) call(next, s.thread);
        next.machine.learn(names_);
        const memory::Happened happened = next.machine.execute(s);
        if (next.machine.names().size() > names_.size()) names_ = next.machine.names();
        schedule_.push_back(s);
        moments_.push_back({});
        returns(next);
        next.hashes[s.thread.index()] = next.machine.thread(s.thread).hash();
        if (happened.spawned.valid())
          next.hashes[happened.spawned.index()] = next.machine.thread(happened.spawned).hash();
        return true;
      });
    }
    if (ended)
      branch(node, [&](Node& next) {
        finish_with_calls(next);
        return false;
      });
  }

  // Calls of threads that never went on come last.
  void finish_with_calls(Node& node) {
    for (std::size_t i = 0; i < node.machine.thread_count(); ++i)
      if (node.machine.exists(ThreadId{i}) && at_call(node, ThreadId{i})) call(node, ThreadId{i});
    finish(node);
  }

  // `change` says whether to go on from there.
  template <class Change>
  void branch(const Node& node, const Change& change) {
    const std::size_t moments = moments_.size();
    const std::size_t steps = schedule_.size();
    Node next = node;
    if (change(next)) walk(next);
    if (over()) return;  // what was found keeps its run
    moments_.resize(moments);
    schedule_.resize(steps);
  }

  void finish(const Node& node) {
    const memory::Ending ending = node.machine.ending();
    auto& count = result_.check.executions;
    (ending == memory::Ending::Bounded    ? count.bounded
     : ending == memory::Ending::Complete ? count.complete
                                          : count.blocked) += 1;
    const bool stuck = ending == memory::Ending::Deadlock || ending == memory::Ending::Hang;
    for (std::size_t i = 0; i < node.machine.thread_count(); ++i) {
      const ThreadId t{i};
      if (!node.machine.exists(t)) continue;
      const exec::Thread& thread = node.machine.thread(t);
      if (thread.status() == Status::Failed) return report(thread.error(), t);
      if (thread.status() == Status::Exited) return;
    }
    if (stuck && !task_.declaration.has_blocking()) {
      for (std::size_t i = 0; i < node.machine.thread_count(); ++i)
        if (node.machine.exists(ThreadId{i}))
          if (const auto e = memory::stuck_error(node.machine.thread(ThreadId{i}), ending))
            return report(*e, ThreadId{i});
    }
    if (ending == memory::Ending::Complete || stuck ||
        (ending == memory::Ending::Bounded && task_.options.criterion == Criterion::Linearizable))
      judge(node, stuck);
  }

  void report(const exec::Error& error, ThreadId t) {
    memory::FoundError found;
    found.error = error;
    found.thread = t;
    found.schedule = schedule_;
    found.names = names_;
    found.place = error.source;
    result_.check.errors.push_back(std::move(found));
  }

  void judge(const Node& node, bool stuck) {
    History history{operations_of(task_.declaration, task_.client), node.ended_before};
    for (std::size_t i = 0; i < node.machine.thread_count(); ++i)
      if (node.machine.exists(ThreadId{i}))
        read_marks(ThreadId{i}, node.machine.thread(ThreadId{i}).marks(), history.operations,
                   [&](std::size_t mark) { return node.events[i][mark]; });
    const auto ruled_out = [&](const std::vector<LinearOrder>& orders) {
      return std::ranges::all_of(orders, [&](const LinearOrder& o) {
        return rules_out(history.operations, history.ended_before, o, task_.options.criterion);
      });
    };
    if (ruled_out(task_.explanations.of(history.operations))) return found(std::move(history), {});
    for (std::uint32_t w = 0; stuck && w < history.operations.size(); ++w) {
      const Operation& o = history.operations[w];
      if (!o.called || o.returned) continue;
      if (!task_.declaration.operation_of(o.call).blocking ||
          ruled_out(task_.explanations.of_waiting(history.operations, w)))
        return found(history, w);
    }
  }

  void found(History history, std::optional<std::uint32_t> waiting) {
    Violation v;
    v.history = std::move(history);
    v.waiting = waiting;
    v.moments = moments_;
    v.schedule = schedule_;
    v.names = names_;
    result_.violation = std::move(v);
  }

  const ClientTask& task_;
  const exec::Executor executor_;
  const std::vector<Operation> first_;  // nothing called yet
  ClientResult result_;
  std::vector<Moment> moments_;
  memory::Schedule schedule_;
  memory::ThreadNames names_;
  tsl::robin_set<Hash128, Hash128Hasher> seen_;
  bool stopped_ = false;
};

}  // namespace

ClientResult explore_runs(const ClientTask& task) { return Walk(task).run(); }

}  // namespace overtake::linearize
