#include "litmus/run.h"

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <optional>

#include "base/error.h"
#include "exec/executor.h"
#include "frontend/litmus/condition.h"
#include "ir/errors.h"
#include "memory/lower.h"
#include "smc/exhaustive.h"

namespace overtake::litmus {
namespace {

// The error of a run that went wrong, as an input error: litmus tests do not dereference wild
// pointers and do not divide by zero.
std::optional<std::string> fault(const memory::Machine& machine, const ir::Program& program) {
  for (std::size_t t = 0; t < machine.thread_count(); ++t) {
    if (!machine.exists(ThreadId{t})) continue;
    const exec::Thread& thread = machine.thread(ThreadId{t});
    if (thread.status() != exec::Status::Failed) continue;
    const exec::Error& error = thread.error();
    if (!error.source.valid()) return std::string(ir::describe(error.kind));
    const ir::Source& s = program.sources[error.source.index()];
    return fmt::format("{}:{}:{}: {}", program.files[s.file.index()].path, s.line, s.column,
                       ir::describe(error.kind));
  }
  return std::nullopt;
}

FinalState final_state(const memory::Machine& machine, const LoweredTest& lowered) {
  FinalState state;
  for (const Observed& o : lowered.observed) {
    const exec::Value value = machine.global_value(o.global, o.offset, observed_bytes(o));
    state.push_back(decode(value.lo, value.hi, o.type));
  }
  return state;
}

}  // namespace

std::string_view name(Observation observation) {
  switch (observation) {
    case Observation::Never:
      return "Never";
    case Observation::Sometimes:
      return "Sometimes";
    case Observation::Always:
      return "Always";
  }
  return "?";
}

std::map<FinalState, memory::Schedule> final_states(const LoweredTest& lowered,
                                                    const RunOptions& options, bool& finished) {
  const ir::Program program = memory::lower_orders(lowered.program, options.model);
  const exec::Executor executor(program, {.stop = options.stop});
  smc::ExhaustiveOptions exhaustive;
  exhaustive.machine = {options.model};
  exhaustive.classes = false;
  exhaustive.stop = options.stop;
  std::map<FinalState, memory::Schedule> states;
  std::optional<std::string> error;
  finished = smc::exhaustive(executor, exhaustive, [&](const smc::FinalRun& run) {
    error = fault(run.machine, program);
    if (error) return false;
    if (run.ending == memory::Ending::Complete && !run.machine.cut_short())
      states.try_emplace(final_state(run.machine, lowered),
                         options.runs ? run.schedule : memory::Schedule{});
    return true;
  });
  if (error) throw InputError(*error);
  return states;
}

Outcome run(const Test& test, const RunOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  const LoweredTest lowered = lower(test);
  Outcome o;
  o.file = test.file;
  o.test = test.name;
  o.quantifier = test.quantifier;
  o.condition = condition_text(test);
  if (const auto hash = test.info.find("Hash"); hash != test.info.end()) o.hash = hash->second;
  for (const Observed& l : lowered.observed)
    if (l.displayed) o.locations.push_back(to_text(l.location));

  // The displayed part decides the condition, so that a displayed state is positive or negative.
  std::map<FinalState, FinalRun> shown;
  for (const auto& [s, schedule] : final_states(lowered, options, o.finished)) {
    if (test.filter && !holds(*test.filter, lowered, s)) continue;
    FinalState part;
    for (std::size_t i = 0; i < s.size(); ++i)
      if (lowered.observed[i].displayed) part.push_back(s[i]);
    shown.emplace(std::move(part), FinalRun{schedule, holds(test.condition, lowered, s)});
  }
  for (const auto& [state, run] : shown) {
    ++(run.satisfies ? o.positive : o.negative);
    if (options.runs) o.runs.push_back(run);
    std::vector<std::string> values;
    for (const Number v : state) values.push_back(value_text(v, lowered));
    o.states.push_back(std::move(values));
  }
  switch (test.quantifier) {
    case Quantifier::Exists:
      o.ok = o.positive > 0;
      break;
    case Quantifier::NotExists:
      o.ok = o.positive == 0;
      break;
    case Quantifier::Forall:
      o.ok = o.negative == 0;
      break;
  }
  o.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return o;
}

}  // namespace overtake::litmus
