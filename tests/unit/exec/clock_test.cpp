// The clock of a thread: what moves it, and that loops that wait for a time come to it.
#include <gtest/gtest.h>

#include <optional>

#include "exec/executor.h"
#include "ir/builder.h"

namespace overtake::exec {
namespace {

using ir::FunctionBuilder;
using ir::Opcode;
using ir::Operand;
using ir::SleepKind;

constexpr Time kSecond = 1'000'000'000;

class Clocks : public testing::Test {
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
  static std::uint64_t result_of(const Thread& thread) {
    EXPECT_EQ(thread.next().kind, OpKind::End);
    return thread.next().operand.lo;
  }
  ir::GlobalId add_word() { return program_.add_global({.name = "x", .size = 4}); }

  ir::Program program_;
  std::optional<Executor> executor_;
};

TEST_F(Clocks, SleepMovesItOn) {
  const Thread t = start([](FunctionBuilder& f) {
    const Operand before = f.clock();
    f.sleep(SleepKind::For, f.constant(2 * kSecond));
    f.ret(f.binary(Opcode::Sub, 64, f.clock(), before));
  });
  EXPECT_GE(result_of(t), 2 * kSecond);
  EXPECT_LT(result_of(t), 2 * kSecond + 1000);
}

TEST_F(Clocks, SleepUntilAPastTimeDoesNothing) {
  const Thread t = start([](FunctionBuilder& f) {
    f.sleep(SleepKind::Until, f.constant(7 * kSecond));
    f.sleep(SleepKind::Until, f.constant(3 * kSecond));
    f.ret(f.clock());
  });
  EXPECT_GE(result_of(t), 7 * kSecond);
  EXPECT_LT(result_of(t), 7 * kSecond + 1000);
}

TEST_F(Clocks, NobodyLooksNobodySleeps) {
  const Thread t =
      start([](FunctionBuilder& f) { f.sleep(SleepKind::For, f.constant(2 * kSecond)); });
  EXPECT_FALSE(executor_->has_clock());
  EXPECT_EQ(t.time(), 0);
}

TEST_F(Clocks, WhoLearnsOfAnEventIsNotEarlier) {
  const ir::GlobalId x = add_word();
  Thread t = start([&](FunctionBuilder& f) {
    f.load(f.global(x), 4);
    f.ret(f.clock());
  });
  EXPECT_EQ(t.time(), 0);
  Thread late = t;
  executor_->resume(late, {1}, 5 * kSecond);
  EXPECT_GE(result_of(late), 5 * kSecond);
  executor_->resume(t, {0}, 0);
  EXPECT_LT(result_of(t), kSecond);
  EXPECT_NE(t, late);
  EXPECT_NE(t.hash(), late.hash());
}

TEST_F(Clocks, AChildStartsWithTheTimeOfItsSpawn) {
  start([](FunctionBuilder& f) { f.ret(f.clock()); });
  const Thread child =
      executor_->start(ThreadId{1}, ir::function_address(program_.entry), Value{}, 9 * kSecond);
  EXPECT_GE(result_of(child), 9 * kSecond);
}

TEST_F(Clocks, EveryLookIsLater) {
  const Thread t = start([](FunctionBuilder& f) {
    const Operand first = f.clock();
    f.ret(f.binary(Opcode::ULt, 64, first, f.clock()));
  });
  EXPECT_EQ(result_of(t), 1);
}

// while (clock() < end) { read x; count }
template <class Body>
void poll(FunctionBuilder& f, Time end, Body body) {
  const std::uint32_t rounds = f.fresh();
  f.move(rounds, f.constant(0));
  const ir::Label head = f.label(), again = f.label(), done = f.label();
  f.bind(head);
  f.emit({.op = Opcode::SpinHead});
  f.branch(f.binary(Opcode::ULt, 64, f.clock(), f.constant(end)), again, done);
  f.bind(again);
  body();
  f.move(rounds, f.binary(Opcode::Add, 64, Operand::reg(rounds), f.constant(1)));
  f.jump(head);
  f.bind(done);
  f.ret(Operand::reg(rounds));
}

TEST_F(Clocks, ALoopComesToItsTime) {
  for (const Time end : {Time{1000}, kSecond, 3600 * kSecond, 365 * 86400 * kSecond}) {
    program_ = {};
    const Thread t = start([&](FunctionBuilder& f) { poll(f, end, [] {}); });
    EXPECT_LE(result_of(t), 40) << end;
    EXPECT_LE(t.time(), 5 * end) << "hurries past it";
  }
}

TEST_F(Clocks, ALoopThatReadsComesToItsTime) {
  const ir::GlobalId x = add_word();
  Thread t = start([&](FunctionBuilder& f) { poll(f, kSecond, [&] { f.load(f.global(x), 4); }); });
  unsigned loads = 0;
  for (; t.ready() && t.next().kind == OpKind::Load; ++loads) executor_->resume(t, {0});
  EXPECT_LE(loads, 20);
  EXPECT_EQ(result_of(t), loads);
}

TEST_F(Clocks, ALoopThatSleepsComesToItsTime) {
  const ir::GlobalId x = add_word();
  Thread t = start([&](FunctionBuilder& f) {
    poll(f, 60 * kSecond, [&] {
      f.load(f.global(x), 4);
      f.sleep(SleepKind::For, f.constant(kSecond / 1000));
    });
  });
  unsigned loads = 0;
  for (; t.ready() && t.next().kind == OpKind::Load; ++loads) executor_->resume(t, {0});
  EXPECT_LE(loads, 20);
  EXPECT_EQ(t.next().kind, OpKind::End);
}

// Work is no waiting: its looks at the clock are only a little later.
TEST_F(Clocks, WorkTakesNoTime) {
  const ir::GlobalId x = add_word();
  Thread t = start([&](FunctionBuilder& f) {
    poll(f, kSecond, [&] { f.store(f.global(x), f.constant(1), 4); });
  });
  for (unsigned i = 0; i < 1000; ++i) {
    ASSERT_EQ(t.next().kind, OpKind::Store);
    executor_->resume(t, {});
  }
  EXPECT_LT(t.time(), 2000);
}

// while (!x) sleep(1): it may matter afterwards that it has slept, but not how often.
TEST_F(Clocks, ALoopThatOnlySleepsSpins) {
  const ir::GlobalId x = add_word();
  const auto loop = [&](FunctionBuilder& f) {
    const ir::Label head = f.label(), again = f.label(), done = f.label();
    f.bind(head);
    f.emit({.op = Opcode::SpinHead});
    f.branch(f.load(f.global(x), 4), done, again);
    f.bind(again);
    f.sleep(SleepKind::For, f.constant(kSecond));
    f.jump(head);
    f.bind(done);
  };
  Thread t = start([&](FunctionBuilder& f) {
    loop(f);
    f.ret(f.clock());
  });
  executor_->resume(t, {0});
  ASSERT_TRUE(t.ready());
  Thread done = t;
  executor_->resume(done, {1});
  EXPECT_GE(result_of(done), kSecond);
  executor_->resume(t, {0});
  EXPECT_EQ(t.status(), Status::Spinning);

  program_ = {};
  add_word();
  t = start(loop);  // no clock
  executor_->resume(t, {0});
  EXPECT_EQ(t.status(), Status::Spinning);
}

// Reads the clock in every round and does not care: stands still in the end, and is found to spin.
TEST_F(Clocks, TimeEnds) {
  const ir::GlobalId x = add_word();
  Thread t = start([&](FunctionBuilder& f) {
    const ir::Label head = f.label(), again = f.label(), done = f.label();
    const std::uint32_t last = f.fresh();
    f.bind(head);
    f.emit({.op = Opcode::SpinHead});
    f.branch(f.load(f.global(x), 4), done, again);
    f.bind(again);
    f.move(last, f.clock());
    f.jump(head);
    f.bind(done);
    f.ret(Operand::reg(last));
  });
  unsigned loads = 0;
  for (; t.ready() && loads < 1000; ++loads) executor_->resume(t, {0});
  EXPECT_EQ(t.status(), Status::Spinning);
  EXPECT_LE(loads, 40);
}

}  // namespace
}  // namespace overtake::exec
