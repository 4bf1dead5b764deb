#include "oracle.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "memory/happens_before.h"
#include "memory/lower.h"
#include "memory/machine.h"
#include "memory/replay.h"
#include "smc/exhaustive.h"

namespace overtake::fences {
namespace {

using exec::OpKind;
using memory::Happened;
using memory::Machine;
using memory::Step;

struct Run {
  Machine machine;
  // By the name of the thread: ids depend on who was started first.
  std::map<std::string, std::string> program_orders;
  std::string store_order;
  std::map<std::string, std::size_t> operations;  // those that leave no trace, too

  std::string trace() const {
    std::string text;
    for (const auto& [thread, order] : program_orders) text += thread + ":" + order + "|";
    return text + store_order;
  }
  std::string past() const {
    std::string text = trace();
    for (const auto& [thread, n] : operations) text += fmt::format("#{}:{}", thread, n);
    return text;
  }
};

bool complete(const Machine& machine) {
  for (std::size_t t = 0; t < machine.thread_count(); ++t)
    if (!machine.buffer(ThreadId{t}).empty()) return false;
  return true;
}

// False: an atomic read-write that did not find its value. It is blocked, so nothing happened.
bool go(Run& run, const Step& step, FailedCas failed_cas) {
  const Happened h = run.machine.execute(step);
  const std::string t = run.machine.names().name(step.thread);
  if (failed_cas == FailedCas::Waits && h.op.kind == OpKind::Cas && !h.wrote_memory) return false;
  if (h.wrote_memory) run.store_order += fmt::format("{}:{}={} ", t, h.op.address, h.written.lo);
  if (step.drain) return true;
  ++run.operations[t];
  // SC programs have no fences, so fences are no part of a trace; nor is the end of a thread.
  if (h.op.kind == OpKind::Fence || h.op.kind == OpKind::StoreFence || h.op.kind == OpKind::End)
    return true;
  run.program_orders[t] +=
      fmt::format("{}.{}@{}", static_cast<int>(h.op.kind), step.choice, h.op.address);
  if (h.reads) run.program_orders[t] += fmt::format("r{}", h.found.value.lo);
  if (h.op.kind == OpKind::Store) run.program_orders[t] += fmt::format("w{}", h.op.operand.lo);
  run.program_orders[t] += ' ';
  return true;
}

}  // namespace

std::set<std::string> traces(const ir::Program& program, Model model, FailedCas failed_cas,
                             memory::ThreadNames& names) {
  const ir::Program lowered = memory::lower_orders(program, model);
  const exec::Executor executor(lowered);
  std::set<std::string> all, seen;
  std::vector<Run> work;
  work.push_back({Machine(executor, {.model = model}), {}, {}, {}});
  std::vector<Step> steps;
  while (!work.empty()) {
    const Run run = std::move(work.back());
    work.pop_back();
    if (complete(run.machine)) all.insert(run.trace());
    run.machine.enabled(steps);
    for (const Step& step : std::vector<Step>(steps)) {
      Run next = run;
      next.machine.learn(names);
      const bool happened = go(next, step, failed_cas);
      names = next.machine.names();
      if (happened && seen.insert(next.past()).second) work.push_back(std::move(next));
    }
  }
  return all;
}

bool is_persistent_by_definition(const ir::Program& program, FailedCas failed_cas) {
  memory::ThreadNames names;
  const std::set<std::string> tso = traces(program, Model::TSO, failed_cas, names);
  const std::set<std::string> sc = traces(program, Model::SC, failed_cas, names);
  return std::ranges::includes(sc, tso);
}

bool is_robust_by_definition(const ir::Program& program, Model model, FailedCas failed_cas,
                             PsoRmw pso_rmw) {
  const ir::Program lowered = memory::lower_orders(program, {model, pso_rmw});
  const exec::Executor executor(lowered);
  const memory::MachineOptions machine{.model = {model, pso_rmw}};
  bool robust = true;
  smc::exhaustive(
      executor, {.machine = machine, .classes = true, .traces = true},
      [&](const smc::FinalRun& run) {
        memory::Replay replay =
            memory::replay(executor, machine, run.schedule, run.machine.names());
        for (memory::Record& r : replay.records)
          if (failed_cas == FailedCas::Waits && r.op.kind == OpKind::Cas && !r.wrote_memory)
            r.reads = false;
        robust = memory::is_sc_trace(replay);
        return robust;
      });
  return robust;
}

bool fails_by_definition(const ir::Program& program, Model model) {
  const ir::Program lowered = memory::lower_orders(program, model);
  const exec::Executor executor(lowered);
  bool fails = false;
  smc::exhaustive(executor, {.machine = {.model = model}, .classes = false},
                  [&](const smc::FinalRun& run) {
                    for (std::size_t t = 0; t < run.machine.thread_count(); ++t)
                      if (run.machine.thread(ThreadId{t}).status() == exec::Status::Failed)
                        fails = true;
                    return !fails;
                  });
  return fails;
}

}  // namespace overtake::fences
