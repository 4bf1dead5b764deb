#include "hunt/hunt.h"

#include "base/limit.h"

namespace overtake::hunt {

Hunt::Hunt(const ir::Program& program, const HuntOptions& options)
    : executor_(program, {.stop = options.stop}),
      options_{.model = options.model, .ignored = options.ignored, .stop = options.stop},
      errors_(executor_, options_, result_),
      runner_(executor_, options.model, options.ignored, options.seed) {}

bool Hunt::go_on(std::uint64_t steps) {
  const std::uint64_t end = steps_ + steps;
  while (result_.errors.empty() && steps_ < end) {
    if (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) return false;
    if (!run_once()) return false;
  }
  return !result_.errors.empty();
}

// False: it was interrupted.
bool Hunt::run_once() {
  ++runs_;
  std::optional<Runner::Run> run;
  try {
    run = runner_.next();
  } catch (const LimitReached&) {
    ++given_up_;
    steps_ += 1000;  // whatever it was, it was long
    return true;
  }
  steps_ += run->schedule.size() + 1;
  if (run->given_up) {
    ++given_up_;
    return true;
  }
  const memory::Ending ending = run->failed ? memory::Ending::Complete : run->machine.ending();
  if (ending == memory::Ending::Interrupted) return false;
  errors_.count(ending);
  errors_.note(run->machine, run->schedule, ending);

  constexpr std::size_t kManyClasses = 1'000'000;
  const std::uint64_t name = run->class_name().lo;
  if (met_.size() < kManyClasses || met_.contains(name)) ++met_[name];
  return true;
}

double Hunt::estimated_executions() const {
  double once = 0;
  double twice = 0;
  for (const auto& [name, times] : met_) {
    once += times == 1;
    twice += times == 2;
  }
  return static_cast<double>(met_.size()) + once * (once - 1) / (2 * (twice + 1));
}

}  // namespace overtake::hunt
