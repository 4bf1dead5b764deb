// Threads as values: what they want next, what they do with results, and what stays inside them.
#include "exec/executor.h"

#include <gtest/gtest.h>

#include <optional>

#include "ir/builder.h"

namespace overtake::exec {
namespace {

using ir::FunctionBuilder;
using ir::Opcode;
using ir::Operand;

// One function, main.
class Executing : public testing::Test {
 protected:
  template <class Body>
  Thread start(Body body) {
    FunctionBuilder f(program_, "main", 0);
    body(f);
    if (!f.terminated()) f.ret(f.constant(0));
    program_.entry = f.finish();
    executor_.emplace(program_);
    return executor_->start_main();
  }
  Thread resumed(Thread thread, Value result = {}) {
    executor_->resume(thread, result);
    return thread;
  }
  // Runs a thread that does nothing visible.
  std::uint64_t result_of(const Thread& thread) {
    EXPECT_TRUE(thread.ready());
    EXPECT_EQ(thread.next().kind, OpKind::End);
    return thread.next().operand.lo;
  }

  ir::Program program_;
  std::optional<Executor> executor_;
};

TEST_F(Executing, ArithmeticMasksToItsWidth) {
  EXPECT_EQ(result_of(start([](FunctionBuilder& f) {
              const Operand minus_one = f.binary(Opcode::Sub, 8, f.constant(0), f.constant(1));
              f.ret(f.binary(Opcode::Add, 64, minus_one, f.constant(1)));
            })),
            0x100);
}

TEST_F(Executing, SignedDivision) {
  const auto minus7 = static_cast<std::uint64_t>(-7) & 0xffffffff;
  EXPECT_EQ(result_of(start([&](FunctionBuilder& f) {
              f.ret(f.binary(Opcode::SDiv, 32, f.constant(minus7), f.constant(2)));
            })),
            static_cast<std::uint64_t>(-3) & 0xffffffff);
  EXPECT_EQ(result_of(start([&](FunctionBuilder& f) {
              f.ret(f.binary(Opcode::SDiv, 32, f.constant(0x80000000), f.constant(0xffffffff)));
            })),
            0x80000000);
}

TEST_F(Executing, DivisionByZeroFails) {
  const Thread t = start(
      [](FunctionBuilder& f) { f.ret(f.binary(Opcode::UDiv, 32, f.constant(1), f.constant(0))); });
  EXPECT_EQ(t.status(), Status::Failed);
  EXPECT_EQ(t.error().kind, ir::ErrorKind::DivisionByZero);
}

TEST_F(Executing, ASharedLoadIsVisibleAndItsResultArrives) {
  const ir::GlobalId x = program_.add_global({.name = "x", .size = 4});
  const Thread t = start([&](FunctionBuilder& f) { f.ret(f.load(f.global(x), 4)); });
  ASSERT_TRUE(t.ready());
  EXPECT_EQ(t.next().kind, OpKind::Load);
  EXPECT_EQ(t.next().size, 4);
  EXPECT_EQ(t.next().address, address_of(program_.globals[x.index()].slot));
  EXPECT_EQ(result_of(resumed(t, {42, 0})), 42);
}

TEST_F(Executing, ConstantsAreReadAtOnce) {
  const ir::GlobalId x =
      program_.add_global({.name = "x", .size = 4, .constant = true, .initial = {7, 1}});
  EXPECT_EQ(result_of(start([&](FunctionBuilder& f) { f.ret(f.load(f.global(x), 4)); })), 0x107);
}

TEST_F(Executing, PrivateObjectsAreNobodyElsesBusiness) {
  EXPECT_EQ(result_of(start([](FunctionBuilder& f) {
              const std::uint32_t r = f.fresh();
              f.emit({.op = Opcode::Alloca, .dst = r, .a = f.constant(8), .count = 1});
              f.store(Operand::reg(r), f.constant(0x11223344), 4);
              f.ret(f.load(Operand::reg(r), 2));
            })),
            0x3344);
}

TEST_F(Executing, PrivateObjectsHaveBounds) {
  const Thread t = start([](FunctionBuilder& f) {
    const std::uint32_t r = f.fresh();
    f.emit({.op = Opcode::Alloca, .dst = r, .a = f.constant(8), .count = 1});
    f.store(f.binary(Opcode::Add, 64, Operand::reg(r), f.constant(5)), f.constant(1), 4);
  });
  EXPECT_EQ(t.status(), Status::Failed);
  EXPECT_EQ(t.error().kind, ir::ErrorKind::OutOfBounds);
}

TEST_F(Executing, OverlappingCopiesGoTheRightWay) {
  EXPECT_EQ(result_of(start([](FunctionBuilder& f) {
              const std::uint32_t r = f.fresh();
              f.emit({.op = Opcode::Alloca, .dst = r, .a = f.constant(8), .count = 1});
              f.store(Operand::reg(r), f.constant(0x0807060504030201), 8);
              const Operand up = f.binary(Opcode::Add, 64, Operand::reg(r), f.constant(1));
              f.emit({.op = Opcode::MemCopy, .a = up, .b = Operand::reg(r), .c = f.constant(7)});
              f.ret(f.load(Operand::reg(r), 8));
            })),
            0x0706050403020101);
}

TEST_F(Executing, CopiesOfSharedMemoryAreLoadsAndStores) {
  const ir::GlobalId x = program_.add_global({.name = "x", .size = 12});
  const ir::GlobalId y = program_.add_global({.name = "y", .size = 12});
  Thread t = start([&](FunctionBuilder& f) {
    f.emit({.op = Opcode::MemCopy, .a = f.global(y), .b = f.global(x), .c = f.constant(12)});
  });
  std::vector<std::pair<OpKind, int>> seen;
  while (t.next().kind != OpKind::End) {
    seen.emplace_back(t.next().kind, t.next().size);
    t = resumed(t, {5, 0});
  }
  const std::vector<std::pair<OpKind, int>> expected{
      {OpKind::Load, 8}, {OpKind::Store, 8}, {OpKind::Load, 4}, {OpKind::Store, 4}};
  EXPECT_EQ(seen, expected);
}

TEST_F(Executing, ThreadsAreValues) {
  const ir::GlobalId x = program_.add_global({.name = "x", .size = 4});
  const Thread t = start([&](FunctionBuilder& f) {
    f.ret(f.binary(Opcode::Add, 64, f.load(f.global(x), 4), f.load(f.global(x), 4)));
  });
  const Thread copy = t;
  const Thread one = resumed(t, {1, 0});
  EXPECT_EQ(copy, t);
  EXPECT_EQ(copy.hash(), t.hash());
  EXPECT_NE(one, t);
  EXPECT_EQ(one, resumed(copy, {1, 0}));
  EXPECT_NE(one.hash(), resumed(copy, {2, 0}).hash());
}

TEST_F(Executing, CallsAndReturns) {
  FunctionBuilder square(program_, "square", 1);
  square.ret(square.binary(Opcode::Mul, 64, square.parameter(0), square.parameter(0)));
  const ir::FunctionId id = square.finish();
  EXPECT_EQ(result_of(start([&](FunctionBuilder& f) {
              const Operand argument = f.constant(9);
              const Operand direct = f.call(id, {&argument, 1});
              const Operand indirect = f.call_indirect(f.function(id), {&direct, 1});
              f.ret(indirect);
            })),
            81 * 81);
}

TEST_F(Executing, EndlessRecursionOverflowsTheStack) {
  const ir::FunctionId id = ir::declare_function(program_, "again", 0);
  FunctionBuilder again(program_, id);
  again.call(id, {});
  again.ret();
  again.finish();
  const Thread t = start([&](FunctionBuilder& f) { f.call(id, {}); });
  EXPECT_EQ(t.status(), Status::Failed);
  EXPECT_EQ(t.error().kind, ir::ErrorKind::StackOverflow);
}

TEST_F(Executing, AnExceptionFindsItsLandingPad) {
  FunctionBuilder thrower(program_, "thrower", 0);
  thrower.emit({.op = Opcode::Throw, .a = thrower.constant(77), .b = thrower.constant(5)});
  const ir::FunctionId id = thrower.finish();
  EXPECT_EQ(result_of(start([&](FunctionBuilder& f) {
              const ir::Label pad = f.label();
              f.call(id, {}, pad);
              f.ret(f.constant(1));
              f.bind(pad);
              const std::uint32_t caught = f.fresh_pair();
              f.emit({.op = Opcode::Caught, .dst = caught});
              f.ret(f.binary(Opcode::Add, 64, Operand::reg(caught), Operand::reg(caught + 1)));
            })),
            82);
}

TEST_F(Executing, AnExceptionThatNobodyCatchesFailsWhereItWasThrown) {
  const ir::SourceId place = ir::add_source(program_, ir::add_file(program_, "a.cpp"), 3, 1);
  FunctionBuilder thrower(program_, "thrower", 0);
  thrower.at(place);
  thrower.emit({.op = Opcode::Throw, .a = thrower.constant(77), .b = thrower.constant(5)});
  const ir::FunctionId id = thrower.finish();
  const Thread t = start([&](FunctionBuilder& f) { f.call(id, {}); });
  EXPECT_EQ(t.status(), Status::Failed);
  EXPECT_EQ(t.error().kind, ir::ErrorKind::UncaughtException);
  EXPECT_EQ(t.error().source, place);
}

TEST_F(Executing, SharedStackObjectsEndWithTheirFrame) {
  FunctionBuilder f1(program_, "f1", 0);
  f1.alloca_(f1.constant(4));
  f1.ret(f1.constant(3));
  const ir::FunctionId inner = f1.finish();
  FunctionBuilder f2(program_, "f2", 0);
  f2.ret(f2.call(inner, {}));
  const ir::FunctionId outer = f2.finish();
  Thread t = start([&](FunctionBuilder& f) { f.ret(f.call(outer, {})); });
  EXPECT_EQ(t.next().kind, OpKind::Free);
  EXPECT_EQ(t.next().address, address_of(thread_slot(ThreadId{0}, 0)));
  EXPECT_EQ(result_of(resumed(t)), 3);
}

TEST_F(Executing, ReadModifyWritesStayInTheirWidth) {
  const Op add{.kind = OpKind::Rmw,
               .size = 1,
               .sub = static_cast<std::uint8_t>(ir::RmwFunction::Add),
               .operand = {1, 0}};
  EXPECT_EQ(apply(add, {0xff, 0}, ThreadId{0}).written.lo, 0);
  const Op cas{.kind = OpKind::Cas, .size = 4, .operand = {2, 0}, .expected = {1, 0}};
  EXPECT_TRUE(apply(cas, {1, 0}, ThreadId{0}).writes);
  EXPECT_FALSE(apply(cas, {3, 0}, ThreadId{0}).writes);
}

}  // namespace
}  // namespace overtake::exec
