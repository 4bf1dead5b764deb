#include "memory/outlast.h"

#include <algorithm>
#include <limits>

#include "base/error.h"

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

}  // namespace overtake::memory
