// RF exploration: the counts of the literature, and the same classes as the oracle.
#include <gtest/gtest.h>

#include <set>

#include "programs.h"
#include "smc/exhaustive.h"
#include "smc/rf_explorer.h"

namespace overtake::smc {
namespace {

using ir::FunctionBuilder;
using ir::Opcode;
using ir::SyncOp;
using testing::Small;
using Vars = std::vector<ir::Operand>;

struct Explored {
  std::multiset<ClassName> classes;
  CheckResult result;
};

Explored rf(const ir::Program& program, Model model) {
  const exec::Executor executor(program);
  const CheckOptions options{.model = model, .all_errors = true};
  Explored out;
  RfExplorer explorer(executor, options, out.result);
  explorer.on_class = [&](const ClassName& c) { out.classes.insert(c); };
  explorer.explore();
  return out;
}

std::multiset<ClassName> oracle(const ir::Program& program, Model model) {
  const exec::Executor executor(program);
  std::multiset<ClassName> out;
  exhaustive(executor, {.machine = {.model = model}}, [&](const FinalRun& run) {
    out.insert(run.name);
    return true;
  });
  return out;
}

void expect_classes(const ir::Program& p, std::uint64_t sc, std::uint64_t tso, std::uint64_t pso) {
  const std::pair<Model, std::uint64_t> expected[] = {
      {Model::SC, sc}, {Model::TSO, tso}, {Model::PSO, pso}};
  for (const auto& [model, count] : expected) {
    const Explored e = rf(p, model);
    EXPECT_EQ(e.classes.size(), count) << name(model);
    EXPECT_TRUE(e.classes == oracle(p, model)) << name(model);
  }
}

TEST(Rf, StoreBuffering) {
  Small s(2);
  const auto thread = [](int mine, int other) {
    return [=](FunctionBuilder& f, const Vars& v) {
      f.store(v[mine], f.constant(1), 8);
      f.load(v[other], 8);
    };
  };
  expect_classes(s.threads({thread(0, 1), thread(1, 0)}), 3, 4, 4);
}

TEST(Rf, MessagePassing) {
  Small s(2);
  expect_classes(s.threads({[](FunctionBuilder& f, const Vars& v) {
                              f.store(v[0], f.constant(1), 8);
                              f.store(v[1], f.constant(1), 8);
                            },
                            [](FunctionBuilder& f, const Vars& v) {
                              f.load(v[1], 8);
                              f.load(v[0], 8);
                            }}),
                 3, 3, 4);
}

TEST(Rf, Readers) {
  Small s(1);
  const auto reader = [](FunctionBuilder& f, const Vars& v) { f.load(v[0], 8); };
  expect_classes(
      s.threads({[](FunctionBuilder& f, const Vars& v) { f.store(v[0], f.constant(1), 8); }, reader,
                 reader, reader, reader}),
      16, 16, 16);
}

TEST(Rf, AtomicIncrements) {
  Small s(1);
  const auto inc = [](FunctionBuilder& f, const Vars& v) {
    f.rmw(ir::RmwFunction::Add, v[0], f.constant(1), 8);
  };
  expect_classes(s.threads({inc, inc, inc, inc}), 24, 24, 24);
}

TEST(Rf, TwoAtomicIncrements) {
  Small s(2);
  const auto inc = [](FunctionBuilder& f, const Vars& v) {
    f.rmw(ir::RmwFunction::Add, v[0], f.constant(1), 8);
    f.rmw(ir::RmwFunction::Add, v[1], f.constant(1), 8);
  };
  expect_classes(s.threads({inc, inc, inc}), 36, 36, 36);
}

TEST(Rf, CasRotation) {
  Small s(1);
  std::vector<Small::Body> bodies;
  for (std::uint64_t k = 1; k <= 5; ++k)
    bodies.push_back([=](FunctionBuilder& f, const Vars& v) {
      f.cas(v[0], f.constant(k - 1), f.constant(k), 8);
    });
  expect_classes(s.threads(bodies), 43, 43, 43);
}

// Which writes come later does not depend on when a thread has read its argument: no search is
// needed to find an order.
TEST(Rf, CasRotationWithArgumentsInMemory) {
  Small s(6);
  std::vector<Small::Body> bodies;
  for (std::uint64_t k = 1; k <= 5; ++k)
    bodies.push_back([=](FunctionBuilder& f, const Vars& v) {
      f.load(v[k], 8);
      f.cas(v[0], f.constant(k - 1), f.constant(k), 8);
    });
  const ir::Program& p = s.threads(bodies);
  expect_classes(p, 43, 43, 43);
  for (const Model model : testing::kModels) {
    const Statistics how = rf(p, model).result.statistics;
    EXPECT_EQ(how.by_order, 42u) << name(model);
    EXPECT_EQ(how.by_greedy + how.by_closure + how.by_search, 0u) << name(model);
  }
}

// The write that is read after all threads have ended comes last: after those that came after it.
TEST(Rf, LastWrites) {
  Small s(1);
  std::vector<Small::Body> bodies;
  for (std::uint64_t k = 0; k < 4; ++k)
    bodies.push_back([=](FunctionBuilder& f, const Vars& v) {
      f.store(v[0], f.constant(2 * k + 1), 8);
      f.store(v[0], f.constant(2 * k + 2), 8);
    });
  const ir::Program& p = s.threads(bodies, [](FunctionBuilder& f, const Vars& v) {
    f.load(v[0], 8);
    f.load(v[0], 8);
  });
  expect_classes(p, 4, 4, 4);
  for (const Model model : testing::kModels) {
    const Statistics how = rf(p, model).result.statistics;
    EXPECT_EQ(how.by_order, 3u) << name(model);
    EXPECT_EQ(how.by_greedy + how.by_closure + how.by_search, 0u) << name(model);
  }
}

TEST(Rf, LockedIncrements) {
  Small s(2);
  const auto inc = [](FunctionBuilder& f, const Vars& v) {
    f.sync(SyncOp::MutexLock, v[1]);
    f.store(v[0], f.binary(Opcode::Add, 64, f.load(v[0], 8), f.constant(1)), 8);
    f.sync(SyncOp::MutexUnlock, v[1]);
  };
  expect_classes(s.threads({inc, inc, inc}), 6, 6, 6);
}

TEST(Rf, TwoLocksWithoutUnlock) {
  Small s(1);
  const auto lock = [](FunctionBuilder& f, const Vars& v) { f.sync(SyncOp::MutexLock, v[0]); };
  expect_classes(s.threads({lock, lock}), 2, 2, 2);
}

TEST(Rf, Barrier) {
  Small s(2);
  const auto body = [](FunctionBuilder& f, const Vars& v) {
    for (int i = 0; i < 2; ++i) {
      const ir::Operand round = f.sync(SyncOp::BarrierArrive, v[0], f.constant(3));
      f.sync(SyncOp::BarrierAwait, v[0], round);
    }
  };
  expect_classes(s.threads({body, body, body}), 1, 1, 1);
}

TEST(Rf, Signals) {
  Small s(3);
  const auto waiter = [](FunctionBuilder& f, const Vars& v) {
    f.sync(SyncOp::CondEnqueue, v[0]);
    f.rmw(ir::RmwFunction::Add, v[1], f.constant(1), 8);
    f.sync(SyncOp::CondAwait, v[0]);
    f.rmw(ir::RmwFunction::Add, v[2], f.constant(1), 8);
  };
  const ir::Program& p = s.threads({waiter, waiter, [](FunctionBuilder& f, const Vars& v) {
                                      f.sync(SyncOp::CondSignal, v[0]);
                                      f.sync(SyncOp::CondSignal, v[0]);
                                    }});
  for (Model m : {Model::SC, Model::TSO, Model::PSO})
    EXPECT_TRUE(rf(p, m).classes == oracle(p, m)) << name(m);
}

TEST(Rf, Semaphores) {
  Small s(2);
  const auto waiter = [](FunctionBuilder& f, const Vars& v) {
    f.sync(SyncOp::SemWait, v[0]);
    f.store(v[1], f.constant(1), 8);
    f.sync(SyncOp::SemPost, v[0]);
  };
  s.program.globals[0].initial = {2};
  const ir::Program& p = s.threads({waiter, waiter, waiter, [](FunctionBuilder& f, const Vars& v) {
                                      f.load(v[1], 8);
                                      f.sync(SyncOp::SemWait, v[0]);
                                    }});
  for (Model m : {Model::SC, Model::TSO, Model::PSO})
    EXPECT_TRUE(rf(p, m).classes == oracle(p, m)) << name(m);
}

TEST(Rf, Fibonacci) {
  for (bool main_reads : {false, true}) {
    Small s(2);
    const auto thread = [](int mine, int other) {
      return [=](FunctionBuilder& f, const Vars& v) {
        for (int i = 0; i < 3; ++i) {
          const ir::Operand a = f.load(v[mine], 8);
          const ir::Operand b = f.load(v[other], 8);
          f.store(v[mine], f.binary(Opcode::Add, 64, a, b), 8);
        }
      };
    };
    std::vector<Small::Body> bodies{thread(0, 1), thread(1, 0)};
    if (main_reads)
      bodies.push_back([](FunctionBuilder& f, const Vars& v) {
        f.load(v[0], 8);
        f.load(v[1], 8);
      });
    const ir::Program& p = s.threads(bodies);
    if (main_reads)
      expect_classes(p, 1698, 2258, 2258);
    else
      expect_classes(p, 141, 175, 175);
  }
}

// No plan is left when an error stops the first execution before anything was read, and yet the
// exploration has not finished: main's other executions were not looked for.
TEST(Rf, StoppedWithNothingLeftIsNotFinished) {
  Small s(1);
  const ir::Program& p = s.threads({[](FunctionBuilder& f, const Vars& v) {
    f.store(v[0], f.constant(1), 8);
    f.fail(ir::ErrorKind::Assertion, "at once");
  }});
  for (const bool all : {false, true}) {
    const CheckResult result =
        check(p, {.model = Model::TSO, .equivalence = Equivalence::Rf, .all_errors = all});
    EXPECT_EQ(result.used, Equivalence::Rf);
    EXPECT_EQ(result.errors.size(), 1);
    EXPECT_EQ(result.statistics.mutations, 0);
    EXPECT_EQ(result.finished, all);
  }
}

}  // namespace
}  // namespace overtake::smc
