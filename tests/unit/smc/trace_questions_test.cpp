// The oracle's other questions: traces, sequential consistency, classes by values.
#include "smc/trace_questions.h"

#include <gtest/gtest.h>

#include <set>

#include "memory/happens_before.h"
#include "programs.h"
#include "smc/exhaustive.h"

namespace overtake::smc {
namespace {

using ir::FunctionBuilder;
using ir::Opcode;
using testing::Small;
using Vars = std::vector<ir::Operand>;

struct Answers {
  std::set<ClassName> traces;
  std::set<ClassName> rvf;
  bool only_sc = true;
};

Answers ask(const ir::Program& program, Model model) {
  const exec::Executor executor(program);
  Answers out;
  const ExhaustiveOptions options{.machine = {.model = model}, .traces = true};
  exhaustive(executor, options, [&](const FinalRun& run) {
    const memory::Replay replayed =
        memory::replay(executor, {.model = model}, run.schedule, run.machine.names());
    EXPECT_TRUE(replayed.valid);
    out.traces.insert(run.name);
    out.rvf.insert(rvf_class(replayed));
    out.only_sc = out.only_sc && memory::is_sc_trace(replayed);
    return true;
  });
  return out;
}

TEST(Traces, LastWriter) {
  Small s(1);
  std::vector<Small::Body> bodies;
  for (std::uint64_t k = 1; k <= 4; ++k)
    bodies.push_back([=](FunctionBuilder& f, const Vars& v) { f.store(v[0], f.constant(k), 8); });
  const ir::Program& p =
      s.threads(bodies, [](FunctionBuilder& f, const Vars& v) { f.load(v[0], 8); });
  for (Model m : {Model::SC, Model::TSO, Model::PSO}) EXPECT_EQ(ask(p, m).traces.size(), 24);
}

TEST(Traces, CompareAndSwapThenStore) {
  Small s(1);
  std::vector<Small::Body> bodies;
  for (std::uint64_t k = 0; k < 3; ++k)
    bodies.push_back([=](FunctionBuilder& f, const Vars& v) {
      f.cas(v[0], f.constant(0), f.constant(1), 8);
      f.store(v[0], f.constant(k + 3), 8);
    });
  EXPECT_EQ(ask(s.threads(bodies), Model::SC).traces.size(), 66);
}

TEST(Traces, Accounts) {
  Small s(1);
  std::vector<Small::Body> bodies;
  for (std::uint64_t k = 0; k < 4; ++k)
    bodies.push_back([=](FunctionBuilder& f, const Vars& v) {
      f.store(v[0], f.binary(Opcode::Add, 64, f.load(v[0], 8), f.constant(k + 1)), 8);
    });
  const ir::Program& p =
      s.threads(bodies, [](FunctionBuilder& f, const Vars& v) { f.load(v[0], 8); });
  EXPECT_EQ(ask(p, Model::SC).traces.size(), 576);
}

TEST(SequentialConsistency, StoreBufferingLeavesItUnderTso) {
  Small s(2);
  const auto thread = [](int mine, int other, bool fence) {
    return [=](FunctionBuilder& f, const Vars& v) {
      f.store(v[mine], f.constant(1), 8);
      if (fence) f.fence(ir::kFullFence);
      f.load(v[other], 8);
    };
  };
  const ir::Program plain = s.threads({thread(0, 1, false), thread(1, 0, false)});
  EXPECT_TRUE(ask(plain, Model::SC).only_sc);
  EXPECT_FALSE(ask(plain, Model::TSO).only_sc);
  EXPECT_FALSE(ask(plain, Model::PSO).only_sc);
  Small t(2);
  const ir::Program fenced = t.threads({thread(0, 1, true), thread(1, 0, true)});
  for (Model m : {Model::SC, Model::TSO, Model::PSO}) EXPECT_TRUE(ask(fenced, m).only_sc);
}

TEST(SequentialConsistency, TwoStoresEachLeaveItUnderPsoOnly) {
  Small s(2);
  const auto thread = [](int first, int second) {
    return [=](FunctionBuilder& f, const Vars& v) {
      f.store(v[first], f.constant(1), 8);
      f.store(v[second], f.constant(2), 8);
    };
  };
  const ir::Program& p = s.threads({thread(0, 1), thread(1, 0)});
  EXPECT_TRUE(ask(p, Model::TSO).only_sc);
  EXPECT_FALSE(ask(p, Model::PSO).only_sc);
}

TEST(ReadsValueFrom, SameValueIsOneClass) {
  Small s(1);
  std::vector<Small::Body> bodies;
  for (int k = 0; k < 3; ++k)
    bodies.push_back([](FunctionBuilder& f, const Vars& v) {
      f.store(v[0], f.constant(4), 8);
      f.load(v[0], 8);
    });
  const Answers a = ask(s.threads(bodies), Model::SC);
  EXPECT_EQ(a.rvf.size(), 1);
  EXPECT_EQ(a.traces.size(), 36);
}

}  // namespace
}  // namespace overtake::smc
