// Trace classes: the counts of the literature.
#include "smc/trace_classes.h"

#include <gtest/gtest.h>

#include "programs.h"

namespace overtake::smc {
namespace {

using ir::FunctionBuilder;
using ir::Opcode;
using testing::Small;
using Vars = std::vector<ir::Operand>;

std::uint64_t traces(const ir::Program& program, Model model) {
  const CheckResult r =
      check(program, {.model = model, .equivalence = Equivalence::Trace, .all_errors = true});
  EXPECT_TRUE(r.finished);
  EXPECT_EQ(r.exhaustive_because, "");
  return r.executions.complete + r.executions.blocked;
}

void expect_traces(const ir::Program& p, std::uint64_t sc, std::uint64_t tso, std::uint64_t pso) {
  EXPECT_EQ(traces(p, Model::SC), sc);
  EXPECT_EQ(traces(p, Model::TSO), tso);
  EXPECT_EQ(traces(p, Model::PSO), pso);
}

// N threads that store x so often; main joins them and reads x.
const ir::Program& last(Small& s, std::uint64_t threads, int stores) {
  std::vector<Small::Body> bodies;
  for (std::uint64_t k = 1; k <= threads; ++k)
    bodies.push_back([=](FunctionBuilder& f, const Vars& v) {
      for (int i = 0; i < stores; ++i) f.store(v[0], f.constant(k), 8);
    });
  return s.threads(bodies, [](FunctionBuilder& f, const Vars& v) { f.load(v[0], 8); });
}

TEST(TraceClasses, LastWriter) {
  Small once(1);
  expect_traces(last(once, 7, 1), 5040, 5040, 5040);
  Small twice(1);
  expect_traces(last(twice, 4, 2), 2520, 2520, 2520);
}

TEST(TraceClasses, CompareAndSwapThenStore) {
  for (const auto& [threads, count] : {std::pair{3, 66}, {4, 1200}}) {
    Small s(1);
    std::vector<Small::Body> bodies;
    for (int k = 0; k < threads; ++k)
      bodies.push_back([=](FunctionBuilder& f, const Vars& v) {
        f.cas(v[0], f.constant(0), f.constant(1), 8);
        f.store(v[0], f.constant(static_cast<std::uint64_t>(k + 3)), 8);
      });
    const auto n = static_cast<std::uint64_t>(count);
    expect_traces(s.threads(bodies), n, n, n);
  }
}

TEST(TraceClasses, Accounts) {
  Small s(1);
  std::vector<Small::Body> bodies;
  for (std::uint64_t k = 0; k < 4; ++k)
    bodies.push_back([=](FunctionBuilder& f, const Vars& v) {
      f.store(v[0], f.binary(Opcode::Add, 64, f.load(v[0], 8), f.constant(k + 1)), 8);
    });
  expect_traces(s.threads(bodies, [](FunctionBuilder& f, const Vars& v) { f.load(v[0], 8); }), 576,
                576, 576);
}

TEST(TraceClasses, SameValue) {
  for (const auto& [threads, count] : {std::pair{4, 576}, {5, 14400}}) {
    Small s(1);
    const Small::Body body = [](FunctionBuilder& f, const Vars& v) {
      f.store(v[0], f.constant(4), 8);
      f.load(v[0], 8);
    };
    const auto n = static_cast<std::uint64_t>(count);
    expect_traces(s.threads(std::vector<Small::Body>(static_cast<std::size_t>(threads), body)), n,
                  n, n);
  }
}

TEST(TraceClasses, TwoStoresEachDifferUnderPso) {
  Small s(2);
  const auto thread = [](int first, int second) {
    return [=](FunctionBuilder& f, const Vars& v) {
      f.store(v[first], f.constant(1), 8);
      f.store(v[second], f.constant(2), 8);
    };
  };
  expect_traces(s.threads({thread(0, 1), thread(1, 0)}), 3, 3, 4);
}

TEST(TraceClasses, LocksAreOneOrderEach) {
  Small s(2);
  std::vector<Small::Body> bodies(3, [](FunctionBuilder& f, const Vars& v) {
    f.sync(ir::SyncOp::MutexLock, v[1]);
    f.store(v[0], f.binary(Opcode::Add, 64, f.load(v[0], 8), f.constant(1)), 8);
    f.sync(ir::SyncOp::MutexUnlock, v[1]);
  });
  expect_traces(s.threads(bodies), 6, 6, 6);
}

}  // namespace
}  // namespace overtake::smc
