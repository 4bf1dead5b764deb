// The model of time against the oracle, and the oracle against a machine that shares nothing with
// it, on random programs whose threads branch on what their clocks say. OVERTAKE_FUZZ=100000 runs
// more of them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "memory/machine.h"
#include "naive_time.h"
#include "smc/exhaustive.h"
#include "smc/rf_explorer.h"
#include "support/print.h"
#include "support/scale.h"
#include "timed_program.h"

namespace overtake::timed {
namespace {

std::string outcome_of(const memory::Machine& machine, std::size_t threads) {
  std::map<std::string, std::string> by_name;
  for (std::size_t i = 0; i < machine.thread_count(); ++i) {
    const ThreadId t{i};
    if (!machine.exists(t)) continue;
    const exec::Thread& thread = machine.thread(t);
    by_name[machine.names().name(t)] = thread.status() == exec::Status::Ended
                                           ? fmt::format("{:x} ", thread.result().lo)
                                           : "stuck ";
  }
  std::string out = by_name["main"];
  for (std::size_t t = 1; t < threads; ++t) out += by_name["T" + std::to_string(t)];
  return out;
}

struct Explored {
  std::set<std::string> outcomes;
  std::multiset<smc::ClassName> classes;
};

Explored oracle(const ir::Program& program, Model model, bool classes, std::size_t threads) {
  const exec::Executor executor(program);
  Explored found;
  const bool all = smc::exhaustive(executor, {.machine = {.model = model}, .classes = classes},
                                   [&](const smc::FinalRun& run) {
                                     found.outcomes.insert(outcome_of(run.machine, threads));
                                     if (run.first) found.classes.insert(run.name);
                                     return true;
                                   });
  EXPECT_TRUE(all);
  return found;
}

// None: a construct that RF exploration hands on to the oracle.
std::optional<Explored> by_reads_from(const ir::Program& program, Model model,
                                      std::size_t threads) {
  const exec::Executor executor(program);
  smc::CheckOptions options;
  options.model = model;
  options.all_errors = true;
  smc::CheckResult result;
  smc::RfExplorer explorer(executor, options, result);
  Explored found;
  explorer.on_class = [&](const smc::ClassName& name) { found.classes.insert(name); };
  explorer.on_execution = [&]() -> std::uint64_t {
    // The witness on the machine, which keeps its own times.
    memory::Machine machine(executor, {.model = model}, explorer.execution().names());
    for (const memory::Step& step :
         explorer.execution().schedule_for(explorer.execution().witness())) {
      EXPECT_TRUE(machine.is_enabled(step));
      machine.execute(step);
    }
    found.outcomes.insert(outcome_of(machine, threads));
    return 1;
  };
  try {
    explorer.explore();
  } catch (const smc::NeedsExhaustive&) {
    return std::nullopt;
  }
  EXPECT_TRUE(result.finished);
  return found;
}

constexpr std::uint64_t kSlices = 2;

class Time : public testing::TestWithParam<std::tuple<Model, std::uint64_t>> {};

TEST_P(Time, IsAFunctionOfTheClass) {
  const auto [model, slice] = GetParam();
  const std::uint64_t count = support::programs(1000) / kSlices;
  std::uint64_t compared = 0;
  for (std::uint64_t seed = slice * count; seed < (slice + 1) * count; ++seed) {
    const TimedProgram program = random_program(seed);
    const ir::Program code = to_ir(program);
    const std::size_t threads = program.threads.size();
    SCOPED_TRACE(fmt::format("seed {} under {}\n{}", seed, name(model), to_string(program)));
    const std::set<std::string> naive = naive_outcomes(program, model);
    const Explored states = oracle(code, model, false, threads);
    const Explored classes = oracle(code, model, true, threads);
    ASSERT_EQ(naive, states.outcomes);
    ASSERT_EQ(naive, classes.outcomes);
    const std::optional<Explored> rf = by_reads_from(code, model, threads);
    if (!rf) continue;
    ++compared;
    ASSERT_EQ(classes.classes, rf->classes);
    ASSERT_EQ(naive, rf->outcomes);
  }
  EXPECT_GT(compared, count / 2);
}

INSTANTIATE_TEST_SUITE_P(Seeds, Time,
                         testing::Combine(testing::Values(Model::SC, Model::TSO, Model::PSO),
                                          testing::Range<std::uint64_t>(0, kSlices)),
                         [](const auto& info) {
                           return std::string(name(std::get<0>(info.param))) + "_" +
                                  std::to_string(std::get<1>(info.param));
                         });

}  // namespace
}  // namespace overtake::timed
