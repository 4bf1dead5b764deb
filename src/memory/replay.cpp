#include "memory/replay.h"

#include <algorithm>
#include <unordered_map>

#include "memory/machine.h"
#include "memory/outlast.h"

namespace overtake::memory {
namespace {

using exec::OpKind;
using exec::Status;

class Replayer {
 public:
  Replayer(const exec::Executor& executor, const MachineOptions& options, const ThreadNames& names)
      : machine_(executor, options, names) {}

  Replay run(const Schedule& schedule, const Pretence& pretence = {}) {
    for (const Step& step : schedule) {
      if (!machine_.is_enabled(step)) {
        replay_.invalid_reason = "step " + std::to_string(replay_.records.size()) +
                                 " of the schedule is not possible: thread " +
                                 machine_.names().name(step.thread) +
                                 (step.drain ? " has no such store to drain" : " cannot run");
        finish();
        return std::move(replay_);
      }
      const bool pretends =
          std::ranges::find(pretence.steps, replay_.records.size()) != pretence.steps.end();
      record(step, pretends ? &pretence.value : nullptr);
    }
    replay_.valid = true;
    finish();
    return std::move(replay_);
  }

 private:
  void record(const Step& step, const exec::Value* pretended) {
    Record r;
    r.step = step;
    const std::vector<BufferEntry> before = machine_.buffer(step.thread);
    if (!step.drain)
      r.calls = machine_.thread(step.thread).backtrace(machine_.executor().program());
    const Happened h = machine_.execute(step, pretended);
    const auto at = static_cast<std::uint32_t>(replay_.records.size());
    r.op = h.op;
    r.reads = h.reads;
    r.wrote_memory = h.wrote_memory;
    r.written = h.written;
    r.spawned = h.spawned;
    r.from_own_buffer = h.from_buffer;
    if (!step.drain) step_of_[h.event.raw] = at;
    if (h.reads) {
      r.read = h.found.value;
      const auto writer = step_of_.find(h.found.writer[0].raw);
      if (h.found.writer[0].is_event() && writer != step_of_.end()) r.reads_from = writer->second;
      if (h.op.kind == OpKind::Load && !h.from_buffer)
        for (const BufferEntry& e : before)
          if (e.size != 0) r.overtook.push_back(step_of_[e.event.raw]);
    }
    for (const BufferEntry& e : machine_.buffer(step.thread))
      if (e.size != 0)
        r.buffer.push_back(
            {address_of(e.object, e.offset), e.size, e.value, step_of_[e.event.raw], e.source});
    const exec::Thread& thread = machine_.thread(step.thread);
    r.status = thread.status();
    // A thread may fail as it starts; its creator has gone on since.
    if (h.spawned.valid() && machine_.thread(h.spawned).status() == Status::Failed)
      note_error(r, h.spawned);
    if (thread.status() == Status::Failed) note_error(r, step.thread);
    replay_.records.push_back(std::move(r));
  }

  void note_error(Record& r, ThreadId thread) {
    r.error = machine_.thread(thread).error();
    if (replay_.error.has_value()) return;
    replay_.error = r.error;
    blame(thread);
  }

  void blame(ThreadId thread) {
    replay_.error_thread = thread;
    replay_.error_calls = machine_.thread(thread).backtrace(machine_.executor().program());
  }

  void finish() {
    replay_.machine = machine_.options();
    replay_.names = machine_.names();
    for (std::size_t t = 0; t < machine_.thread_count(); ++t) {
      replay_.thread_names.push_back(machine_.names().name(ThreadId{t}));
      replay_.objects.push_back(machine_.thread(ThreadId{t}).objects());
      replay_.bounded = replay_.bounded || machine_.thread(ThreadId{t}).status() == Status::Bounded;
    }
    if (machine_.thread(ThreadId{0}).status() == Status::Failed && !replay_.error) {
      replay_.error = machine_.thread(ThreadId{0}).error();
      blame(ThreadId{0});
    }
    std::vector<Step> steps;
    machine_.enabled(steps);
    // A thread that has just tried, and taken that back, will do so for ever if nothing else can
    // happen.
    const auto tries = [&](ThreadId t) { return tries_for_ever(t); };
    const bool goes_on = !steps.empty();
    std::erase_if(steps, [&](const Step& s) { return !s.drain && tries(s.thread); });
    if (!steps.empty()) return;
    for (std::size_t t = 0; t < machine_.thread_count(); ++t)
      if (machine_.exists(ThreadId{t}) && machine_.thread(ThreadId{t}).ready())
        replay_.stuck.push_back(
            {ThreadId{t}, machine_.thread(ThreadId{t}).next(),
             machine_.thread(ThreadId{t}).backtrace(machine_.executor().program())});
    Ending ending = machine_.ending();
    if (goes_on && ending == Ending::Deadlock) ending = Ending::Hang;
    if (ending == Ending::Hang) add_spinning_threads();
    if (replay_.error || (ending != Ending::Deadlock && ending != Ending::Hang)) return;
    // A hang is the fault of the thread that waits for a value.
    const auto awaits = [&](const StuckThread& s) {
      return tries(s.thread) || s.waits_for.is(ir::SyncOp::AwaitNotEqual);
    };
    if (ending == Ending::Hang)
      std::stable_partition(replay_.stuck.begin(), replay_.stuck.end(), awaits);
    // Where a section has to wait, that is the fault.
    if (machine_.cut_short())
      std::stable_partition(replay_.stuck.begin(), replay_.stuck.end(),
                            [&](const StuckThread& s) { return s.thread == machine_.section(); });
    const StuckThread& first = replay_.stuck.front();
    replay_.error =
        exec::Error{ending == Ending::Hang ? ir::ErrorKind::Hang : ir::ErrorKind::Deadlock,
                    tries(first.thread) ? place_of_round(first) : first.waits_for.source, 0,
                    first.waits_for.address};
    blame(first.thread);
  }

  // Whether the thread has just tried, and would try again, and take that back again. What it has
  // found may have changed since then.
  bool tries_for_ever(ThreadId t) {
    constexpr std::uint32_t kSteps = 10'000;
    if (!machine_.exists(t)) return false;
    if (!machine_.thread(t).has_put_back()) {
      if (replay_.error) return false;
      const Repeats repeats = repeats_alone(machine_, t);
      replay_.bounded = replay_.bounded || repeats == Repeats::Bounded;
      return repeats == Repeats::Yes;
    }
    Machine machine = machine_;
    std::vector<Step> steps;
    bool again = false;
    for (std::uint32_t n = 0; n < kSteps; ++n) {
      machine.enabled(steps);
      std::erase_if(steps, [&](const Step& s) { return s.thread != t; });
      if (steps.empty()) {
        replay_.bounded = replay_.bounded || machine.thread(t).status() == Status::Bounded;
        return false;
      }
      // What it writes reaches memory before others look.
      const auto drain = std::ranges::find_if(steps, &Step::drain);
      const bool drains = drain != steps.end();
      if (!drains && again && machine.thread(t).has_put_back()) return true;
      machine.execute(drains ? *drain : steps.front());
      again = again || !drains;
    }
    return false;
  }

  // The loop of which the thread does one round after the other: known at its head.
  ir::SourceId place_of_round(const StuckThread& stuck) const {
    constexpr std::uint32_t kSteps = 1000;
    Machine machine = machine_;
    std::vector<Step> steps;
    for (std::uint32_t n = 0; n < kSteps; ++n) {
      if (machine.thread(stuck.thread).has_put_back())
        return machine.thread(stuck.thread).stopped_at();
      machine.enabled(steps);
      std::erase_if(steps, [&](const Step& s) { return s.thread != stuck.thread; });
      if (steps.empty()) break;
      const auto drain = std::ranges::find_if(steps, &Step::drain);
      machine.execute(drain != steps.end() ? *drain : steps.front());
    }
    return stuck.waits_for.source;
  }

  // A thread that spins waits for what it reads to change; it goes first in the report.
  void add_spinning_threads() {
    std::vector<StuckThread> spinning;
    for (std::size_t i = 0; i < machine_.thread_count(); ++i) {
      const ThreadId t{i};
      if (!machine_.exists(t) || machine_.thread(t).status() != Status::Spinning) continue;
      const exec::Thread& thread = machine_.thread(t);
      exec::Op op{.kind = OpKind::Sync,
                  .sub = static_cast<std::uint8_t>(ir::SyncOp::AwaitNotEqual),
                  .source = thread.stopped_at()};
      if (!thread.spin_reads().empty()) {
        const exec::SpinRead& read = thread.spin_reads().front();
        op.size = read.size;
        op.address = read.address;
        op.operand = read.value;
      }
      spinning.push_back({t, op, thread.backtrace(machine_.executor().program())});
    }
    replay_.stuck.insert(replay_.stuck.begin(), spinning.begin(), spinning.end());
  }

  Machine machine_;
  Replay replay_;
  std::unordered_map<std::uint32_t, std::uint32_t> step_of_;  // by EventRef
};

}  // namespace

Replay replay(const exec::Executor& executor, const MachineOptions& options,
              const Schedule& schedule, const ThreadNames& names) {
  return Replayer(executor, options, names).run(schedule);
}

Replay replay(const exec::Executor& executor, const Replay& run, const Pretence& pretence) {
  return Replayer(executor, run.machine, run.names).run(run.schedule(), pretence);
}

Schedule Replay::schedule() const {
  Schedule steps;
  for (const Record& r : records) steps.push_back(r.step);
  return steps;
}

Births births(const ir::Program& program, const Replay& run) {
  Births all(run.objects.size());
  exec::Limits limits;
  limits.allocated = [&](const exec::Thread& thread, ir::SourceId source) {
    const std::size_t t = thread.id().index();
    if (t >= all.size()) return;
    all[t].resize(thread.objects().size());
    std::size_t number = thread.objects().size() - 1;
    while (number > 0 && thread.objects()[number].kind == exec::ObjectKind::Continued) --number;
    std::vector<ir::SourceId> calls = thread.backtrace(program);
    if (!calls.empty()) calls.front() = source;
    all[t][number] = std::move(calls);
  };
  const exec::Executor executor(program, std::move(limits));
  Replayer(executor, run.machine, run.names).run(run.schedule());
  return all;
}

}  // namespace overtake::memory
