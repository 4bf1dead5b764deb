#include "linearize/specification.h"

#include <algorithm>

#include "base/error.h"

namespace overtake::linearize {
namespace {

// Steps of one operation, after which it is said to wait for ever.
constexpr std::uint32_t kManySteps = 200'000;

constexpr ThreadId kMain{std::size_t{0}};

}  // namespace

Specification::Specification(const ir::Program& program) : executor_(program) {
  memory::Machine machine(executor_, {Model::SC});
  std::vector<Outcome> outcomes;
  run(std::move(machine), outcomes);
  if (outcomes.size() != 1 || outcomes.front().blocks)
    throw InputError("the structure cannot be made by one thread that runs alone");
}

Specification::~Specification() = default;

bool Specification::at_choice(const memory::Machine& machine) const {
  const exec::Thread& main = machine.thread(kMain);
  if (!main.ready() || main.next().kind != exec::OpKind::Choose) return false;
  std::uint32_t open = 0;
  for (const exec::Mark& m : main.marks()) {
    if (static_cast<MarkKind>(m.kind) == MarkKind::Call) ++open;
    if (static_cast<MarkKind>(m.kind) == MarkKind::Return) --open;
  }
  return open == 0;
}

Specification::State Specification::add(memory::Machine machine) {
  nodes_.emplace_back().machine = std::make_unique<memory::Machine>(std::move(machine));
  return static_cast<State>(nodes_.size() - 1);
}

// All ways to go on from here to the next choice of the driver.
void Specification::run(memory::Machine machine, std::vector<Outcome>& outcomes) {
  std::vector<memory::Step> steps;
  for (std::uint32_t n = 0; n < kManySteps; ++n) {
    if (at_choice(machine)) {
      const auto& marks = machine.thread(kMain).marks();
      const auto last = std::find_if(marks.rbegin(), marks.rend(), [](const exec::Mark& m) {
        return static_cast<MarkKind>(m.kind) == MarkKind::Return;
      });
      Outcome outcome;
      if (last != marks.rend()) outcome.result.assign(last.base(), marks.end());
      outcome.state = add(std::move(machine));
      outcomes.push_back(std::move(outcome));
      return;
    }
    machine.enabled(steps);
    if (machine.thread(kMain).status() == exec::Status::Failed) return;  // never an explanation
    if (steps.empty()) break;
    for (std::size_t i = 1; i < steps.size(); ++i) {
      memory::Machine other = machine;
      other.execute(steps[i]);
      run(std::move(other), outcomes);
    }
    machine.execute(steps.front());
  }
  outcomes.push_back({.blocks = true});
}

const std::vector<Specification::Outcome>& Specification::after(State state, CallId call) {
  if (const auto it = nodes_[state].outcomes.find(call); it != nodes_[state].outcomes.end())
    return it->second;
  memory::Machine machine = *nodes_[state].machine;
  machine.execute({.thread = kMain, .choice = call.value});
  std::vector<Outcome> outcomes;
  run(std::move(machine), outcomes);
  return nodes_[state].outcomes[call] = std::move(outcomes);
}

}  // namespace overtake::linearize
