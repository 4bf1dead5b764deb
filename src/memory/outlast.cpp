#include "memory/outlast.h"

#include <algorithm>
#include <limits>

#include "base/error.h"
#include "exec/rounds.h"

namespace overtake::memory {

std::optional<ThreadId> refute_stuck(const ir::Program& program, const MachineOptions& options,
                                     const Schedule& schedule, const ThreadNames& names) {
  constexpr std::uint32_t kSteps = 4096;
  const exec::Executor executor(program,
                                {.spin_repeats = std::numeric_limits<std::uint32_t>::max()});
  Machine machine(executor, options, names);
  std::vector<Step> enabled;
  for (const Step& step : schedule) {
    if (!machine.is_enabled(step)) {
      // With spin detection, a thread that waits for ever inside an atomic section has stopped, and
      // the others continue. Here it is still inside, and runs alone.
      machine.enabled(enabled);
      const bool alone = !enabled.empty() && std::ranges::all_of(enabled, [&](const Step& other) {
        return other.thread == enabled.front().thread && other.thread != step.thread;
      });
      if (alone) break;
      throw InternalError("a run that is said to be stuck does not replay without spin detection");
    }
    machine.execute(step);
  }
  // Fair: the enabled steps take turns, and so do the alternatives of a choice.
  for (std::uint32_t n = 0; n < kSteps; ++n) {
    machine.enabled(enabled);
    if (enabled.empty()) return std::nullopt;
    const Step step = enabled[n % enabled.size()];
    machine.execute(step);
    const exec::Status status = machine.thread(step.thread).status();
    if (status == exec::Status::Ended || status == exec::Status::Failed ||
        status == exec::Status::Exited)
      return step.thread;
  }
  return std::nullopt;
}

Repeats repeats_alone(const Machine& machine, ThreadId t) {
  constexpr std::uint32_t kSteps = 1000;
  if (!machine.exists(t) || !machine.thread(t).ready() || !machine.buffer(t).empty())
    return Repeats::No;
  const exec::Thread& before = machine.thread(t);
  Machine after = machine;
  std::vector<Step> steps;
  machine.enabled(steps);
  std::vector<bool> waits(machine.thread_count(), true);
  for (const Step& s : steps) waits[s.thread.index()] = false;
  bool differs = false;  // memory, when the thread has come back to where it was
  for (std::uint32_t n = 0; n < kSteps; ++n) {
    after.enabled(steps);
    if (std::ranges::any_of(steps, [&](const Step& s) { return waits[s.thread.index()]; }))
      return Repeats::No;
    std::erase_if(steps, [&](const Step& s) { return s.thread != t; });
    if (steps.empty())
      return after.thread(t).status() == exec::Status::Bounded ? Repeats::Bounded : Repeats::No;
    const auto drain = std::ranges::find_if(steps, &Step::drain);
    after.execute(drain != steps.end() ? *drain : steps.front());
    const exec::Thread& now = after.thread(t);
    if (differs || !now.ready() || exec::position(now) != exec::position(before) ||
        !after.buffer(t).empty())
      continue;
    differs = after.memory().values_hash() != machine.memory().values_hash();
    if (!differs && now.local_hash() == before.local_hash()) return Repeats::Yes;
  }
  return Repeats::No;
}

}  // namespace overtake::memory
