#include "fuzz/engine.h"

#include <algorithm>
#include <functional>

#include "base/error.h"
#include "fuzz/to_ir.h"
#include "memory/lower.h"
#include "smc/exhaustive.h"

namespace overtake::fuzz {

std::string to_string(MachineName machine) {
  return std::string(name(machine.base)) + (machine.pso_rmw == PsoRmw::Location ? "-location" : "");
}

namespace {

// A front end drops globals that nothing uses: they keep their initial values.
std::uint64_t final_value(const memory::Machine& machine, const std::string& wanted, unsigned size,
                          std::uint64_t initial) {
  const std::vector<ir::Global>& globals = machine.executor().program().globals;
  for (std::size_t i = 0; i < globals.size(); ++i)
    if (globals[i].name == wanted) return machine.global_value(ir::GlobalId{i}, 0, size).lo;
  return initial;
}

ThreadOutcome thread_outcome(const exec::Thread& thread, std::string name) {
  ThreadOutcome o{.name = std::move(name)};
  switch (thread.status()) {
    case exec::Status::Ready:
      o.ending = Ending::Stuck;
      break;
    case exec::Status::Ended:
      o.result = thread.result().lo;
      break;
    case exec::Status::Failed:
      o.ending = Ending::Failed;
      o.error = thread.error().kind;
      break;
    case exec::Status::Assumed:
      o.ending = Ending::Assumed;
      break;
    case exec::Status::Exited:
      o.ending = Ending::Exited;
      break;
    case exec::Status::Spinning:
      o.ending = Ending::Spinning;
      break;
    case exec::Status::Bounded:
      o.ending = Ending::Bounded;
      break;
    case exec::Status::Interrupted:
      throw InternalError("a thread of a sketch was cut off");
  }
  return o;
}

}  // namespace

Outcome outcome_of(const Sketch& sketch, const memory::Machine& machine) {
  Outcome o;
  for (std::size_t i = 0; i < machine.thread_count(); ++i) {
    const ThreadId t{i};
    if (machine.exists(t))
      o.threads.push_back(thread_outcome(machine.thread(t), machine.names().name(t)));
  }
  std::sort(o.threads.begin(), o.threads.end());
  for (std::size_t i = 0; i < sketch.locations.size(); ++i)
    o.memory.push_back(
        final_value(machine, "x" + std::to_string(i), kLocationBytes, sketch.locations[i]));
  for (std::size_t i = 0; i < sketch.slots; ++i)
    o.memory.push_back(final_value(machine, "h" + std::to_string(i), 8, 0) != 0);
  return o;
}

namespace {

void explore(const ir::Program& program, MachineName machine, Walk walk,
             const std::function<void(const smc::FinalRun&)>& visit) {
  const ir::Program lowered = memory::lower_orders(program, machine);
  const exec::Executor executor(lowered);
  const smc::ExhaustiveOptions options{
      .machine = {machine}, .classes = walk.classes, .eager = walk.eager};
  const bool all = smc::exhaustive(executor, options, [&](const smc::FinalRun& run) {
    visit(run);
    return true;
  });
  if (!all) throw InternalError("the exhaustive exploration did not finish");
}

}  // namespace

Outcomes engine_outcomes(const Sketch& sketch, const ir::Program& program, MachineName machine,
                         Walk walk) {
  Outcomes outcomes;
  explore(program, machine, walk, [&](const smc::FinalRun& run) {
    if (run.machine.cut_short())
      insert_failures(outcome_of(sketch, run.machine), outcomes);
    else
      outcomes.insert(outcome_of(sketch, run.machine));
  });
  return outcomes;
}

Outcomes engine_outcomes(const Sketch& sketch, MachineName machine, Walk walk) {
  return engine_outcomes(sketch, to_ir(sketch), machine, walk);
}

std::set<smc::ClassName> engine_classes(const ir::Program& program, MachineName machine) {
  std::set<smc::ClassName> classes;
  explore(program, machine, {.classes = true}, [&](const smc::FinalRun& run) {
    if (run.machine.cut_short()) return;
    if (classes.insert(run.name).second != run.first)
      throw InternalError("the exhaustive exploration is wrong about which run is a class's first");
  });
  return classes;
}

}  // namespace overtake::fuzz
