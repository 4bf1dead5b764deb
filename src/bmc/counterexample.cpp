#include "bmc/counterexample.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "memory/machine.h"

namespace overtake::bmc {

using exec::OpKind;
using memory::Machine;
using memory::Step;

ToldRun run_sequentially(const seq::SequentialProgram& program,
                         const std::vector<std::uint32_t>& choices) {
  const exec::Executor executor(program.program);
  Machine machine(executor, {.model = Model::SC});
  const ThreadId main{0};
  const auto global = [&](ir::GlobalId g, unsigned size) {
    return machine.global_value(g, 0, size).lo;
  };
  // A number in a byte, or in unary from the byte at `first` on.
  const auto time = [&](ir::GlobalId g, std::uint64_t first) {
    if (!program.steps.unary) return static_cast<std::uint32_t>(global(g, 1));
    std::uint32_t n = 0;
    while (first + n < program.program.globals[g.index()].size &&
           machine.global_value(g, first + n, 1).lo != 0)
      ++n;
    return n;
  };
  const Address told = address_of(program.program.globals[program.steps.thread.index()].slot);
  ToldRun run;
  std::size_t next = 0;
  while (machine.thread(main).ready()) {
    const exec::Op op = machine.thread(main).next();
    Step step{main, false, 0, 0};
    if (op.kind == OpKind::Choose) {
      if (next == choices.size()) break;
      step.choice = choices[next++];
    }
    if (machine.alternatives(main) <= step.choice) break;
    machine.execute(step);
    if (op.kind != OpKind::Store || op.address != told) continue;
    ToldStep s{.thread = static_cast<std::uint32_t>(op.operand.lo) - 1,
               .choice = global(program.steps.choice, 8)};
    if (const std::uint64_t d = global(program.steps.drain, 8); d != 0)
      s.drain = static_cast<std::uint32_t>(d - 1);
    if (const std::uint32_t ts = time(program.steps.timestamp, 0); ts != 0) s.timestamp = ts - 1;
    if (program.steps.clock.valid()) s.clock = time(program.steps.clock, 1);
    run.steps.push_back(s);
  }
  run.failed = machine.thread(main).status() == exec::Status::Failed;
  run.error = machine.thread(main).error();
  return run;
}

namespace {

class Driver {
 public:
  Driver(const exec::Executor& executor, memory::MachineOptions machine,
         const seq::BoundedProgram& bounded, const seq::SequentialProgram& sequential)
      : executor_(executor),
        model_(machine.model.base),
        location_rmw_(machine.model.drains_location_only()),
        sequential_(sequential),
        machine_(executor, machine, names_of(bounded)),
        thread_(bounded.instances.size()) {
    thread_[0] = ThreadId{0};
  }

  std::optional<memory::FoundError> run(const ToldRun& told, std::string& why) {
    // A thread that finds an error by itself stops before the step that was told with it, and the
    // first error on the way is the one that counts, even if another one was told.
    for (const ToldStep& s : told.steps) {
      const bool followed = follow(s);
      if (const auto error = first_error()) return error;
      if (!followed) {
        why = why_;
        return std::nullopt;
      }
    }
    if (const auto error = first_error()) return error;
    if (told.error.kind == ir::ErrorKind::Deadlock || told.error.kind == ir::ErrorKind::Hang) {
      expire(~0u);
      for (std::size_t i = 0; i < machine_.thread_count(); ++i) drain_all(ThreadId{i});
      for (std::size_t i = 0; i < machine_.thread_count(); ++i)
        if (machine_.exists(ThreadId{i}))
          if (const auto error =
                  memory::stuck_error(machine_.thread(ThreadId{i}), machine_.ending()))
            return found(*error, ThreadId{i});
    }
    why = "the machine meets no error";
    return std::nullopt;
  }

 private:
  // A store in a buffer, and when it is to leave it.
  struct Waiting {
    std::uint32_t timestamp;
    std::size_t step;  // that put it there
    ThreadId thread;
    Address address;
  };

  static memory::ThreadNames names_of(const seq::BoundedProgram& bounded) {
    memory::ThreadNames names;
    std::vector<ThreadId> ids{ThreadId{0}};
    for (std::size_t t = 1; t < bounded.instances.size(); ++t) {
      const seq::Instance& i = bounded.instances[t];
      // One whose number depends on the path gets a name when it starts, and maybe another id.
      ids.push_back(i.number == seq::Instance::kManyNumbers || !ids[i.parent].valid()
                        ? ThreadId::none()
                        : names.child(ids[i.parent], i.number));
    }
    return names;
  }

  memory::FoundError found(const exec::Error& error, ThreadId thread) const {
    return {error, thread, schedule_, machine_.names()};
  }

  std::optional<memory::FoundError> first_error() const {
    for (std::size_t i = 0; i < machine_.thread_count(); ++i)
      if (machine_.exists(ThreadId{i}) &&
          machine_.thread(ThreadId{i}).status() == exec::Status::Failed)
        return found(machine_.thread(ThreadId{i}).error(), ThreadId{i});
    return std::nullopt;
  }

  bool execute(const Step& step) {
    if (!machine_.is_enabled(step)) {
      why_ = fmt::format("step {}: thread {} cannot {}", schedule_.size(), step.thread.value,
                         step.drain ? "drain" : "go on");
      return false;
    }
    schedule_.push_back(step);
    happened_ = machine_.execute(step);
    return true;
  }

  bool drain(ThreadId t, Address address) {
    return execute({t, true, model_ == Model::PSO ? address : 0, 0});
  }

  // What is in the buffer of the thread, oldest first. Only stores that no other thread looks at
  // are left when this is needed.
  void drain_all(ThreadId t) {
    while (!machine_.buffer(t).empty()) {
      const memory::BufferEntry& e = machine_.buffer(t).front();
      if (!drain(t, address_of(e.object, e.offset))) return;
    }
    std::erase_if(waiting_, [&](const Waiting& w) { return w.thread == t; });
  }

  bool expire(std::uint32_t clock) {
    // By timestamps, equal ones in the order of the stores.
    std::sort(waiting_.begin(), waiting_.end(), [](const Waiting& a, const Waiting& b) {
      return std::pair(a.timestamp, a.step) < std::pair(b.timestamp, b.step);
    });
    std::size_t n = 0;
    for (; n < waiting_.size() && waiting_[n].timestamp <= clock; ++n)
      if (!drain(waiting_[n].thread, waiting_[n].address)) return false;
    waiting_.erase(waiting_.begin(), waiting_.begin() + static_cast<std::ptrdiff_t>(n));
    return true;
  }

  // The told cell's oldest store of the thread reaches memory, and what has to go before it.
  bool drain_cell(ThreadId t, const seq::Cell& cell) {
    const auto is_it = [&](const memory::BufferEntry& e) {
      return e.size != 0 && place_of(e) == std::pair{cell.object.value, cell.offset};
    };
    for (;;) {
      const auto& buffer = machine_.buffer(t);
      const auto it = std::find_if(buffer.begin(), buffer.end(), is_it);
      if (it == buffer.end()) {
        why_ = "a store that is told to reach memory is not in the buffer";
        return false;
      }
      const Address own = address_of(it->object, it->offset);
      if (machine_.is_enabled({t, true, model_ == Model::PSO ? own : 0, 0}) &&
          (model_ == Model::PSO || it == buffer.begin()))
        return drain(t, own);
      const memory::BufferEntry& first = buffer.front();
      if (!drain(t, address_of(first.object, first.offset))) return false;
    }
  }

  // Globals have the same slots in both programs; objects of threads were told by address only.
  std::pair<std::uint32_t, std::uint64_t> place_of(const memory::BufferEntry& e) const {
    const ir::Program& p = executor_.program();
    if (e.object.value >= p.next_global_slot) return {0xffffffffu, 0};
    return {p.global_of_slot[e.object.index()].value, e.offset};
  }

  bool follow(const ToldStep& s) {
    const ThreadId t = thread_[s.thread];
    if (!t.valid()) {
      why_ = "a thread runs before it was started";
      return false;
    }
    if (s.drain) return drain_cell(t, sequential_.cells[*s.drain]);
    if (!expire(s.clock)) return false;
    if (!machine_.thread(t).ready()) {
      why_ = fmt::format("step {}: thread {} has stopped", schedule_.size(), t.value);
      return false;
    }
    const exec::Op op = machine_.thread(t).next();
    const bool atomic = op.kind == OpKind::Rmw || op.kind == OpKind::Cas || op.kind == OpKind::Sync;
    if (machine_.alternatives(t) == 0 && !(location_rmw_ && atomic)) drain_all(t);
    Step step{t, false, 0, 0};
    if (op.kind == OpKind::Choose) step.choice = static_cast<std::uint32_t>(s.choice);
    if (op.is(ir::SyncOp::CondSignal)) step.choice = signal_choice(t, s);
    const std::size_t before = machine_.buffer(t).size();
    if (!execute(step)) return false;
    if (op.kind == OpKind::Spawn) thread_[s.choice] = happened_.spawned;
    if (op.kind == OpKind::Store && machine_.buffer(t).size() > before) {
      const memory::BufferEntry& e = machine_.buffer(t).back();
      if (s.timestamp || sequential_.steps.clock.valid())
        waiting_.push_back({s.timestamp.value_or(latest(t, s.clock)), schedule_.size(), t,
                            address_of(e.object, e.offset)});
      return expire(s.clock);
    }
    return true;
  }

  // For a store that no other thread looks at: right after those before it.
  std::uint32_t latest(ThreadId t, std::uint32_t clock) const {
    for (const Waiting& w : waiting_)
      if (w.thread == t) clock = std::max(clock, w.timestamp);
    return clock;
  }

  // Which of the waiters is the told one.
  std::uint32_t signal_choice(ThreadId t, const ToldStep& s) const {
    const ThreadId woken = thread_[s.choice];
    for (std::uint32_t c = 0; c < machine_.alternatives(t); ++c) {
      Machine copy = machine_;
      const memory::Happened h = copy.execute({t, false, 0, c});
      const std::uint64_t bit = h.found.value.lo ^ h.written.lo;
      if (woken.valid() && bit == std::uint64_t{1} << (woken.value & 63)) return c;
    }
    return 0;
  }

  const exec::Executor& executor_;
  Model model_;
  bool location_rmw_;
  const seq::SequentialProgram& sequential_;
  Machine machine_;
  std::vector<ThreadId> thread_;  // by instance
  memory::Schedule schedule_;
  memory::Happened happened_;
  std::vector<Waiting> waiting_;
  std::string why_;
};

}  // namespace

std::optional<memory::FoundError> run_on_machine(const ir::Program& program,
                                                 memory::MachineOptions machine,
                                                 const seq::BoundedProgram& bounded,
                                                 const seq::SequentialProgram& sequential,
                                                 const ToldRun& run, std::string& why) {
  const exec::Executor executor(program);
  return Driver(executor, machine, bounded, sequential).run(run, why);
}

}  // namespace overtake::bmc
