// Shorter counterexamples fail in the same way.
#include "analysis/shorten.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "analysis/fewest_switches.h"
#include "base/random.h"
#include "ir/builder.h"
#include "smc/check.h"
#include "support/print.h"

namespace overtake::analysis {
namespace {

// Store buffering with the assertion in main, and a third thread that has nothing to do with it.
ir::Program store_buffering_with_a_bystander() {
  ir::Program p;
  const auto global = [&](const char* name) { return p.add_global({.name = name, .size = 4}); };
  const ir::GlobalId x = global("x"), y = global("y"), r1 = global("r1"), r2 = global("r2"),
                     z = global("z");
  const auto thread = [&](const char* name, ir::GlobalId mine, ir::GlobalId other,
                          ir::GlobalId result) {
    ir::FunctionBuilder f(p, name, 1);
    f.store(f.global(mine), f.constant(1), 4);
    f.store(f.global(result), f.load(f.global(other), 4), 4);
    f.ret(f.constant(0));
    return f.finish();
  };
  const ir::FunctionId left = thread("left", x, y, r1);
  const ir::FunctionId right = thread("right", y, x, r2);
  ir::FunctionBuilder noise(p, "noise", 1);
  for (int i = 0; i < 3; ++i) noise.store(noise.global(z), noise.constant(7), 4);
  noise.ret(noise.constant(0));
  const ir::FunctionId bystander = noise.finish();

  ir::FunctionBuilder f(p, "main", 0);
  const ir::Operand a = f.spawn(f.function(left), f.constant(0));
  const ir::Operand b = f.spawn(f.function(right), f.constant(0));
  f.spawn(f.function(bystander), f.constant(0));
  f.join(a);
  f.join(b);
  const ir::Label fails = f.label(), fine = f.label();
  const ir::Operand seen =
      f.binary(ir::Opcode::Or, 32, f.load(f.global(r1), 4), f.load(f.global(r2), 4));
  f.branch(seen, fine, fails);
  f.bind(fails);
  f.fail(ir::ErrorKind::Assertion, "both read 0");
  f.bind(fine);
  f.ret();
  p.entry = f.finish();
  return p;
}

// What each thread read, in its order.
std::map<std::uint32_t, std::vector<std::uint64_t>> reads_by_thread(const memory::Replay& run) {
  std::map<std::uint32_t, std::vector<std::uint64_t>> out;
  for (const memory::Record& r : run.records)
    if (r.reads && !r.step.drain) out[r.step.thread.value].push_back(r.read.lo);
  return out;
}

class Shorten : public ::testing::TestWithParam<Model> {};

TEST_P(Shorten, KeepsTheErrorAndDropsTheBystander) {
  const ir::Program program = store_buffering_with_a_bystander();
  const smc::CheckResult found =
      smc::check(program, {.model = GetParam(), .equivalence = smc::Equivalence::Exhaustive});
  ASSERT_EQ(found.errors.size(), 1u);
  const exec::Executor executor(program);
  const auto run = [&](const memory::Schedule& schedule) {
    return memory::replay(executor, {.model = GetParam()}, schedule, found.errors[0].names);
  };
  const memory::Schedule shorter = shorten(program, found.errors[0].schedule, run);
  EXPECT_LE(shorter.size(), found.errors[0].schedule.size());
  const memory::Replay replay = run(shorter);
  ASSERT_TRUE(replay.valid) << replay.invalid_reason;
  ASSERT_TRUE(replay.error.has_value());
  EXPECT_EQ(replay.error->kind, ir::ErrorKind::Assertion);
  std::size_t overtaking = 0;
  for (const memory::Record& r : replay.records) {
    EXPECT_NE(replay.thread_names[r.step.thread.index()], "T3");
    overtaking += !r.overtook.empty();
  }
  // One overtaking read is enough, and one is needed.
  EXPECT_EQ(overtaking, 1u);
  // 2 or 3 spawns, 3 operations and 2 drains in each of the two threads and their ends, 2 joins and
  // 2 reads in main.
  EXPECT_LE(shorter.size(), 3u + 2 * 6 + 4);
}

INSTANTIATE_TEST_SUITE_P(Models, Shorten, ::testing::Values(Model::TSO, Model::PSO),
                         [](const auto& info) { return std::string(name(info.param)); });

TEST(Shorten, LeavesAScheduleWithoutErrorAlone) {
  const ir::Program program = store_buffering_with_a_bystander();
  const exec::Executor executor(program);
  const memory::Schedule schedule{{.thread = ThreadId{0}}};
  const auto run = [&](const memory::Schedule& s) {
    return memory::replay(executor, {.model = Model::TSO}, s);
  };
  EXPECT_EQ(shorten(program, schedule, run), schedule);
}

std::size_t switches(const memory::Schedule& schedule) {
  std::size_t sum = 0;
  for (std::size_t i = 1; i < schedule.size(); ++i)
    sum += schedule[i].thread != schedule[i - 1].thread;
  return sum;
}

// A run in which each step is of any thread.
memory::Schedule random_run(const exec::Executor& executor, Model model, Random& random) {
  memory::Machine machine(executor, {.model = model});
  memory::Schedule schedule;
  std::vector<memory::Step> steps;
  while (machine.enabled(steps), !steps.empty()) {
    schedule.push_back(steps[random.below(steps.size())]);
    machine.execute(schedule.back());
    steps.clear();
  }
  return schedule;
}

TEST_P(Shorten, ReorderedRunsObtainTheSame) {
  const ir::Program program = store_buffering_with_a_bystander();
  const exec::Executor executor(program);
  std::set<std::size_t> fewest;
  for (std::uint64_t seed = 1; seed <= 300; ++seed) {
    Random random(seed);
    const memory::Schedule schedule = random_run(executor, GetParam(), random);
    const memory::Replay before = memory::replay(executor, {.model = GetParam()}, schedule);
    const memory::Schedule reordered = fewest_switches(program, before);
    const memory::Replay after = memory::replay(executor, {.model = GetParam()}, reordered);
    ASSERT_TRUE(after.valid) << "seed " << seed << ": " << after.invalid_reason;
    EXPECT_EQ(reads_by_thread(before), reads_by_thread(after)) << "seed " << seed;
    EXPECT_EQ(before.error.has_value(), after.error.has_value()) << "seed " << seed;
    EXPECT_LE(switches(reordered), switches(schedule)) << "seed " << seed;
    if (before.error) fewest.insert(switches(reordered));
  }
  // main, T3, one of T1 and T2 whose store waits, the other, that store, and main; if both stores
  // wait, either can still be the first to reach memory.
  EXPECT_EQ(fewest, std::set<std::size_t>{5});
}

}  // namespace
}  // namespace overtake::analysis
