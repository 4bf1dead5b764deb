// Spin loops: they stop by themselves, and those that nothing can end are errors.
#include <gtest/gtest.h>

#include "base/hash.h"
#include "ir/mark_spins.h"
#include "programs.h"
#include "smc/check.h"

namespace overtake::smc {
namespace {

using ir::FunctionBuilder;
using ir::Opcode;
using testing::Small;
using Vars = std::vector<ir::Operand>;

// while (load(x) != value) ;
void spin_until(FunctionBuilder& f, ir::Operand x, std::uint64_t value) {
  const ir::Label head = f.label();
  const ir::Label done = f.label();
  f.jump(head);
  f.bind(head);
  f.branch(f.binary(Opcode::Eq, 64, f.load(x, 8), f.constant(value)), done, head);
  f.bind(done);
}

// while (!cas(x, 0, 1)) ;
void spin_lock(FunctionBuilder& f, ir::Operand x) {
  const ir::Label head = f.label();
  const ir::Label done = f.label();
  f.jump(head);
  f.bind(head);
  f.branch(f.cas(x, f.constant(0), f.constant(1), 8).second, done, head);
  f.bind(done);
}

struct Counted {
  CheckResult rf;
  CheckResult exhaustive;
};

Counted counted(ir::Program program, Model model) {
  ir::mark_spins(program);
  CheckOptions options{.model = model, .equivalence = Equivalence::Rf, .all_errors = true};
  Counted out;
  out.rf = check(program, options);
  options.equivalence = Equivalence::Exhaustive;
  out.exhaustive = check(program, options);
  EXPECT_EQ(out.rf.executions.complete, out.exhaustive.executions.complete) << name(model);
  // A thread that waits costs no execution of its own: what is left are hangs.
  if (out.exhaustive.errors.empty()) {
    EXPECT_EQ(out.rf.executions.blocked, 0) << name(model);
  }
  EXPECT_EQ(out.rf.errors.size(), out.exhaustive.errors.size()) << name(model);
  return out;
}

using testing::kModels;

TEST(Spin, WaitingForAFlag) {
  for (Model m : kModels) {
    Small s(2);
    const Counted c = counted(
        s.threads({[](FunctionBuilder& f, const Vars& v) { f.store(v[0], f.constant(1), 8); },
                   [](FunctionBuilder& f, const Vars& v) { spin_until(f, v[0], 1); }}),
        m);
    EXPECT_EQ(c.rf.executions.complete, 1);
    EXPECT_TRUE(c.rf.errors.empty());
  }
}

// The first wait is over at once: only the second one lasts, and it is one execution.
TEST(Spin, WaitsForAValueInARow) {
  for (Model m : kModels) {
    Small s(1);
    const auto await = [](FunctionBuilder& f, ir::Operand x, std::uint64_t value) {
      f.sync(ir::SyncOp::AwaitNotEqual, x, f.constant(value));
    };
    const Counted c = counted(s.threads({[&](FunctionBuilder& f, const Vars& v) {
      await(f, v[0], 1);
      await(f, v[0], 0);
    }}),
                              m);
    ASSERT_EQ(c.rf.errors.size(), 1u) << name(m);
    EXPECT_EQ(c.rf.executions.blocked, 1u) << name(m);
  }
}

TEST(Spin, NobodySetsTheFlag) {
  for (Model m : kModels) {
    Small s(2);
    const Counted c =
        counted(s.threads({[](FunctionBuilder& f, const Vars& v) { spin_until(f, v[0], 1); }}), m);
    ASSERT_EQ(c.rf.errors.size(), 1);
    EXPECT_EQ(c.rf.errors[0].error.kind, ir::ErrorKind::Hang);
  }
}

TEST(Spin, TheFlagMayBeTakenBack) {
  // Whether the spin ends depends on which store is the last, which no read tells.
  for (Model m : kModels) {
    Small s(2);
    const auto store = [](std::uint64_t value) {
      return [=](FunctionBuilder& f, const Vars& v) { f.store(v[0], f.constant(value), 8); };
    };
    const Counted c =
        counted(s.threads({store(1), store(2),
                           [](FunctionBuilder& f, const Vars& v) { spin_until(f, v[0], 1); }}),
                m);
    ASSERT_EQ(c.rf.errors.size(), 1) << name(m);
    EXPECT_EQ(c.rf.errors[0].error.kind, ir::ErrorKind::Hang);
  }
}

TEST(Spin, LocksByCompareAndSwap) {
  for (Model m : kModels) {
    Small s(2);
    const auto body = [](FunctionBuilder& f, const Vars& v) {
      spin_lock(f, v[0]);
      f.store(v[1], f.binary(Opcode::Add, 64, f.load(v[1], 8), f.constant(1)), 8);
      f.store(v[0], f.constant(0), 8);
    };
    const Counted c = counted(s.threads({body, body}), m);
    EXPECT_EQ(c.rf.executions.complete, 2 + (m == Model::PSO ? 2 : 0)) << name(m);
    EXPECT_TRUE(c.rf.errors.empty());
  }
}

TEST(Spin, LocksByExchange) {
  for (Model m : kModels) {
    Small s(2);
    const auto body = [](FunctionBuilder& f, const Vars& v) {
      const ir::Label head = f.label();
      const ir::Label done = f.label();
      f.jump(head);
      f.bind(head);
      f.branch(f.rmw(ir::RmwFunction::Exchange, v[0], f.constant(1), 8), head, done);
      f.bind(done);
      f.store(v[1], f.binary(Opcode::Add, 64, f.load(v[1], 8), f.constant(1)), 8);
      f.fence(ir::kStoreFence);
      f.store(v[0], f.constant(0), 8);
    };
    const Counted c = counted(s.threads({body, body}), m);
    EXPECT_EQ(c.rf.executions.complete, 2) << name(m);
    EXPECT_TRUE(c.rf.errors.empty());
  }
}

TEST(Spin, TwoLocksInOppositeOrder) {
  for (Model m : kModels) {
    Small s(2);
    const auto body = [](int first, int second) {
      return [=](FunctionBuilder& f, const Vars& v) {
        spin_lock(f, v[first]);
        spin_lock(f, v[second]);
        f.store(v[second], f.constant(0), 8);
        f.store(v[first], f.constant(0), 8);
      };
    };
    const Counted c = counted(s.threads({body(0, 1), body(1, 0)}), m);
    ASSERT_GE(c.rf.errors.size(), 1) << name(m);
    EXPECT_EQ(c.rf.errors[0].error.kind, ir::ErrorKind::Hang);
  }
}

TEST(Spin, TicketLock) {
  for (Model m : kModels) {
    Small s(3);
    const auto body = [](FunctionBuilder& f, const Vars& v) {
      const ir::Operand mine = f.rmw(ir::RmwFunction::Add, v[0], f.constant(1), 8);
      const ir::Label head = f.label();
      const ir::Label done = f.label();
      f.jump(head);
      f.bind(head);
      f.branch(f.binary(Opcode::Eq, 64, f.load(v[1], 8), mine), done, head);
      f.bind(done);
      f.store(v[2], f.binary(Opcode::Add, 64, f.load(v[2], 8), f.constant(1)), 8);
      f.fence(ir::kStoreFence);
      f.store(v[1], f.binary(Opcode::Add, 64, mine, f.constant(1)), 8);
    };
    const Counted c = counted(s.threads({body, body}), m);
    EXPECT_EQ(c.rf.executions.complete, 2) << name(m);
    EXPECT_TRUE(c.rf.errors.empty());
  }
}

// Each round adds to one word and takes from another: nothing is taken back, although the amounts
// are such that a sum of their products with a hash of the addresses is zero. The third round ends
// the loop, and a thread that looks once may come at any time.
TEST(Spin, ChangesOfDifferentWordsDoNotCancelOut) {
  for (Model m : kModels) {
    Small s(2);
    const auto factor = [&](std::size_t variable) {
      const SlotId slot = s.program.globals[s.variables[variable].index()].slot;
      return combine(address_of(slot), 8) | 1;
    };
    const std::uint64_t to_x = factor(1);
    const std::uint64_t from_y = factor(0);
    const Counted c = counted(
        s.threads({[&](FunctionBuilder& f, const Vars& v) {
                     const ir::Label head = f.label(), again = f.label(), done = f.label();
                     f.jump(head);
                     f.bind(head);
                     const ir::Operand old = f.rmw(ir::RmwFunction::Add, v[0], f.constant(to_x), 8);
                     f.branch(f.binary(Opcode::Eq, 64, old, f.constant(2 * to_x)), done, again);
                     f.bind(again);
                     f.rmw(ir::RmwFunction::Sub, v[1], f.constant(from_y), 8);
                     f.jump(head);
                     f.bind(done);
                   },
                   [](FunctionBuilder& f, const Vars& v) { f.load(v[0], 8); }}),
        m);
    EXPECT_EQ(c.rf.executions.complete, 4) << name(m);
    EXPECT_TRUE(c.rf.errors.empty()) << name(m);
  }
}

}  // namespace
}  // namespace overtake::smc
