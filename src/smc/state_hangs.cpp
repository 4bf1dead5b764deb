#include "smc/state_hangs.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "memory/outlast.h"
#include "memory/replay.h"

namespace overtake::smc {
namespace {

using exec::Status;
using memory::Ending;
using memory::Machine;
using memory::Step;

constexpr unsigned kRounds = 4;      // until threads that held locks have given them back
constexpr unsigned kSteps = 10'000;  // of one thread, until it is back at the head of its loop
constexpr unsigned kLooks = 100;     // ... of which so many are looked at more closely

// Lets the thread run alone for a round. What it writes reaches memory before others look.
void run_alone(Machine& machine, ThreadId t, memory::Schedule& schedule) {
  std::vector<Step> steps;
  for (unsigned n = 0; n < kSteps; ++n) {
    machine.enabled(steps);
    std::erase_if(steps, [&](const Step& s) { return s.thread != t; });
    if (steps.empty()) return;
    const auto drain = std::ranges::find_if(steps, &Step::drain);
    const bool drains = drain != steps.end();
    if (!drains && n != 0 && machine.thread(t).has_put_back()) return;
    if (n < kLooks && memory::repeats_alone(machine, t) == memory::Repeats::Yes) return;
    schedule.push_back(drains ? *drain : steps.front());
    machine.execute(schedule.back());
  }
}

// Threads that have stopped at their wait look later: since they were at the head of their loop
// they have only looked, so what is left without that is a run, too.
void look_later(Machine& machine, memory::Schedule& schedule) {
  constexpr std::size_t kNone = std::numeric_limits<std::size_t>::max();
  Machine again(machine.executor(), machine.options(), machine.names());
  std::vector<std::size_t> heads;  // by thread: where in the schedule it was there last
  for (std::size_t k = 0; k < schedule.size(); ++k) {
    const std::size_t t = schedule[k].thread.index();
    heads.resize(std::max(heads.size(), t + 1), kNone);
    if (!schedule[k].drain && again.thread(schedule[k].thread).at_loop_head()) heads[t] = k;
    again.execute(schedule[k]);
  }
  for (std::size_t t = 0; t < heads.size(); ++t)
    if (again.thread(ThreadId{t}).status() != Status::Spinning || again.section() == ThreadId{t})
      heads[t] = kNone;
  memory::Schedule later;
  for (std::size_t k = 0; k < schedule.size(); ++k)
    if (schedule[k].drain || k < heads[schedule[k].thread.index()]) later.push_back(schedule[k]);
  if (later.size() == schedule.size()) return;
  schedule = std::move(later);
  machine = Machine(machine.executor(), machine.options(), machine.names());
  for (const Step& s : schedule) machine.execute(s);
}

}  // namespace

bool note_endless(const ir::Program& program, const MemoryModel& model, memory::Schedule schedule,
                  const memory::ThreadNames& names, ErrorCollector& errors) {
  const exec::Executor judge(program);
  Machine machine(judge, {model}, names);
  bool failed = false;
  for (const Step& s : schedule) machine.execute(s);
  for (std::size_t t = 0; t < machine.thread_count(); ++t)
    failed |= machine.exists(ThreadId{t}) && machine.thread(ThreadId{t}).status() == Status::Failed;
  if (failed) {
    errors.count(Ending::Complete);
    return errors.note(machine, schedule, Ending::Complete);
  }
  for (unsigned round = 0; round < kRounds; ++round) {
    look_later(machine, schedule);
    for (std::size_t t = 0; t < machine.thread_count(); ++t)
      if (machine.exists(ThreadId{t})) run_alone(machine, ThreadId{t}, schedule);
    const memory::Replay run = memory::replay(judge, {model}, schedule, names);
    if (!run.valid || !run.error || run.error->kind != ir::ErrorKind::Hang) continue;
    // A thread that stopped at its wait may be let go by a round of another thread, for a moment.
    // The run in which it looks at that moment is another one.
    if (memory::refute_stuck(program, {model}, schedule, names)) return true;
    errors.count(Ending::Hang);
    return errors.add(*run.error, machine.thread(run.error_thread), run.error_thread, schedule,
                      names);
  }
  return true;
}

}  // namespace overtake::smc
