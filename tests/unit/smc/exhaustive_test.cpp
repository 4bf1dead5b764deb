// The oracle on programs whose numbers of classes are known.
#include "smc/exhaustive.h"

#include <gtest/gtest.h>

#include "programs.h"

namespace overtake::smc {
namespace {

using ir::FunctionBuilder;
using ir::SyncOp;
using testing::Small;
using Vars = std::vector<ir::Operand>;

CheckResult run(const ir::Program& program, Model model) {
  return check(program,
               {.model = model, .equivalence = Equivalence::Exhaustive, .all_errors = true});
}
std::uint64_t classes(const ir::Program& program, Model model) {
  return run(program, model).executions.complete;
}

TEST(Exhaustive, StoreBuffering) {
  Small s(2);
  const auto thread = [](int mine, int other) {
    return [=](FunctionBuilder& f, const Vars& v) {
      f.store(v[mine], f.constant(1), 8);
      f.load(v[other], 8);
    };
  };
  const ir::Program& p = s.threads({thread(0, 1), thread(1, 0)});
  EXPECT_EQ(classes(p, Model::SC), 3);
  EXPECT_EQ(classes(p, Model::TSO), 4);
  EXPECT_EQ(classes(p, Model::PSO), 4);
}

TEST(Exhaustive, MessagePassing) {
  Small s(2);
  const ir::Program& p = s.threads({[](FunctionBuilder& f, const Vars& v) {
                                      f.store(v[0], f.constant(1), 8);
                                      f.store(v[1], f.constant(1), 8);
                                    },
                                    [](FunctionBuilder& f, const Vars& v) {
                                      f.load(v[1], 8);
                                      f.load(v[0], 8);
                                    }});
  EXPECT_EQ(classes(p, Model::SC), 3);
  EXPECT_EQ(classes(p, Model::TSO), 3);
  EXPECT_EQ(classes(p, Model::PSO), 4);
}

TEST(Exhaustive, StoreFenceRestoresMessagePassing) {
  Small s(2);
  const ir::Program& p = s.threads({[](FunctionBuilder& f, const Vars& v) {
                                      f.store(v[0], f.constant(1), 8);
                                      f.fence(ir::kStoreFence);
                                      f.store(v[1], f.constant(1), 8);
                                    },
                                    [](FunctionBuilder& f, const Vars& v) {
                                      f.load(v[1], 8);
                                      f.load(v[0], 8);
                                    }});
  EXPECT_EQ(classes(p, Model::PSO), 3);
}

TEST(Exhaustive, ReadersAndOneWriter) {
  Small s(1);
  const auto reader = [](FunctionBuilder& f, const Vars& v) { f.load(v[0], 8); };
  const ir::Program& p =
      s.threads({[](FunctionBuilder& f, const Vars& v) { f.store(v[0], f.constant(1), 8); }, reader,
                 reader, reader});
  for (Model m : {Model::SC, Model::TSO, Model::PSO}) EXPECT_EQ(classes(p, m), 8);
}

TEST(Exhaustive, AtomicIncrements) {
  Small s(1);
  const auto inc = [](FunctionBuilder& f, const Vars& v) {
    f.rmw(ir::RmwFunction::Add, v[0], f.constant(1), 8);
  };
  const ir::Program& p = s.threads({inc, inc, inc, inc});
  for (Model m : {Model::SC, Model::TSO, Model::PSO}) EXPECT_EQ(classes(p, m), 24);
}

TEST(Exhaustive, LockedIncrements) {
  Small s(2);
  const auto inc = [](FunctionBuilder& f, const Vars& v) {
    f.sync(SyncOp::MutexLock, v[1]);
    f.store(v[0], f.binary(ir::Opcode::Add, 64, f.load(v[0], 8), f.constant(1)), 8);
    f.sync(SyncOp::MutexUnlock, v[1]);
  };
  const ir::Program& p = s.threads({inc, inc, inc});
  for (Model m : {Model::SC, Model::TSO, Model::PSO}) EXPECT_EQ(classes(p, m), 6);
}

TEST(Exhaustive, TwoLocksWithoutUnlockAreTwoClassesAndDeadlock) {
  Small s(1);
  const auto lock = [](FunctionBuilder& f, const Vars& v) { f.sync(SyncOp::MutexLock, v[0]); };
  const CheckResult r = run(s.threads({lock, lock}), Model::SC);
  EXPECT_EQ(r.executions.complete, 2);
  ASSERT_FALSE(r.errors.empty());
  EXPECT_EQ(r.errors[0].error.kind, ir::ErrorKind::Deadlock);
}

TEST(Exhaustive, BarrierArrivalsMakeNoClasses) {
  Small s(2);
  const auto body = [](FunctionBuilder& f, const Vars& v) {
    const ir::Operand round = f.sync(SyncOp::BarrierArrive, v[0], f.constant(3));
    f.sync(SyncOp::BarrierAwait, v[0], round);
  };
  const ir::Program& p = s.threads({body, body, body});
  for (Model m : {Model::SC, Model::TSO, Model::PSO}) EXPECT_EQ(classes(p, m), 1);
}

TEST(Exhaustive, SignalChoosesTheWaiter) {
  Small s(3);
  const auto waiter = [](FunctionBuilder& f, const Vars& v) {
    f.sync(SyncOp::CondEnqueue, v[0]);
    f.rmw(ir::RmwFunction::Add, v[1], f.constant(1), 8);
    f.sync(SyncOp::CondAwait, v[0]);
    f.rmw(ir::RmwFunction::Add, v[2], f.constant(1), 8);
  };
  const CheckResult r =
      run(s.threads({waiter, waiter,
                     [](FunctionBuilder& f, const Vars& v) {
                       f.assume(f.binary(ir::Opcode::Eq, 64, f.load(v[1], 8), f.constant(2)));
                       f.sync(SyncOp::CondSignal, v[0]);
                     }}),
          Model::SC);
  ASSERT_FALSE(r.errors.empty());
  EXPECT_EQ(r.errors[0].error.kind, ir::ErrorKind::Deadlock);
  // 2 orders of enqueueing x 2 of counting x 2 choices, each with the other left waiting.
  EXPECT_EQ(r.executions.complete, 8);
}

TEST(Exhaustive, FinalStatesOfLastWriter) {
  Small s(1);
  const auto writer = [](std::uint64_t value) {
    return [=](FunctionBuilder& f, const Vars& v) { f.store(v[0], f.constant(value), 8); };
  };
  const ir::Program& p = s.threads({writer(1), writer(2), writer(3)},
                                   [](FunctionBuilder& f, const Vars& v) { f.load(v[0], 8); });
  for (Model m : {Model::SC, Model::TSO, Model::PSO}) {
    EXPECT_EQ(classes(p, m), 3);
    const exec::Executor executor(p);
    int states = 0;
    EXPECT_TRUE(exhaustive(executor, {.machine = {.model = m}, .classes = false},
                           [&](const FinalRun&) { return ++states, true; }));
    EXPECT_EQ(states, 3);
  }
}

// fib(3) of the literature: two threads add each other's variable three times.
TEST(Exhaustive, Fibonacci) {
  for (bool main_reads : {false, true}) {
    Small s(2);
    const auto thread = [](int mine, int other) {
      return [=](FunctionBuilder& f, const Vars& v) {
        for (int i = 0; i < 3; ++i) {
          const ir::Operand a = f.load(v[mine], 8);
          const ir::Operand b = f.load(v[other], 8);
          f.store(v[mine], f.binary(ir::Opcode::Add, 64, a, b), 8);
        }
      };
    };
    const auto reader = [](FunctionBuilder& f, const Vars& v) {
      f.load(v[0], 8);
      f.load(v[1], 8);
    };
    for (ir::GlobalId g : s.variables) s.program.globals[g.index()].initial = {1};
    std::vector<Small::Body> bodies{thread(0, 1), thread(1, 0)};
    if (main_reads) bodies.push_back(reader);
    const ir::Program& p = s.threads(bodies);
    EXPECT_EQ(classes(p, Model::SC), main_reads ? 1698 : 141);
    EXPECT_EQ(classes(p, Model::TSO), main_reads ? 2258 : 175);
    EXPECT_EQ(classes(p, Model::PSO), main_reads ? 2258 : 175);
  }
}

TEST(Exhaustive, RacingFreeIsFoundAndAddsNoClasses) {
  const auto build = [](bool join_first) {
    Small t(1);
    ir::FunctionBuilder user(t.program, "user", 1);
    user.load(user.parameter(0), 8);
    user.ret();
    const ir::FunctionId u = user.finish();
    ir::FunctionBuilder main(t.program, "main", 0);
    const ir::Operand object = ir::Operand::reg(main.fresh());
    main.emit({.op = ir::Opcode::Alloc, .dst = object.index(), .a = main.constant(8)});
    const ir::Operand id = main.spawn(main.function(u), object);
    if (join_first) main.join(id);
    main.emit({.op = ir::Opcode::Free, .a = object});
    main.ret();
    t.program.entry = main.finish();
    return t.program;
  };
  const CheckResult safe = run(build(true), Model::SC);
  EXPECT_EQ(safe.executions.complete, 1);
  EXPECT_TRUE(safe.errors.empty());
  const CheckResult bad = run(build(false), Model::SC);
  ASSERT_EQ(bad.errors.size(), 1);
  EXPECT_EQ(bad.errors[0].error.kind, ir::ErrorKind::UseAfterFree);
}

}  // namespace
}  // namespace overtake::smc
