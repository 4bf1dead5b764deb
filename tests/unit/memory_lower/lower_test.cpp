// Every row of the table in docs/memory-models.md, and that no jump passes by an inserted fence.
#include "memory/lower.h"

#include <gtest/gtest.h>

#include <vector>

#include "ir/builder.h"
#include "ir/verify.h"

namespace overtake::memory {
namespace {

using ir::Instruction;
using ir::Opcode;
using ir::Order;

// One letter an instruction: s store, l load, r RMW, c CAS, y sync, F full fence, S store fence.
std::string sketch(const ir::Function& f) {
  std::string text;
  for (const Instruction& i : f.code) {
    switch (i.op) {
      case Opcode::Store:
        text += 's';
        break;
      case Opcode::Load:
        text += 'l';
        break;
      case Opcode::Rmw:
        text += 'r';
        break;
      case Opcode::Cas:
        text += 'c';
        break;
      case Opcode::Sync:
        text += 'y';
        break;
      case Opcode::Fence:
        EXPECT_EQ(i.order, Order::Plain);
        text += i.sub == ir::kFullFence ? 'F' : i.sub == ir::kStoreFence ? 'S' : '?';
        break;
      case Opcode::Ret:
        break;
      default:
        text += '.';
        break;
    }
  }
  return text;
}

template <class Emit>
ir::Program program_of(Emit emit) {
  ir::Program p;
  const ir::GlobalId x = p.add_global({.name = "x", .size = 8});
  const ir::SourceId line = ir::add_source(p, ir::add_file(p, "a.c"), 7, 3);
  ir::FunctionBuilder f(p, "main", 0);
  f.at(line);
  emit(f, f.global(x));
  f.ret();
  p.entry = f.finish();
  EXPECT_EQ(ir::verify(p), std::vector<std::string>{});
  return p;
}

// What becomes of the instructions under SC, TSO, PSO, and PSO with drain per location.
struct Expected {
  std::string sc, tso, pso, location;
};

template <class Emit>
void expect_lowered(Emit emit, const Expected& expected) {
  const ir::Program p = program_of(emit);
  auto lowered = [&](Model model, PsoRmw pso_rmw) {
    const ir::Program q = lower_orders(p, {model, pso_rmw});
    EXPECT_EQ(ir::verify(q), std::vector<std::string>{});
    for (const Instruction& i : q.functions[0].code) EXPECT_EQ(i.source, ir::SourceId{0});
    return sketch(q.functions[0]);
  };
  EXPECT_EQ(lowered(Model::SC, PsoRmw::All), expected.sc);
  EXPECT_EQ(lowered(Model::SC, PsoRmw::Location), expected.sc);
  EXPECT_EQ(lowered(Model::TSO, PsoRmw::All), expected.tso);
  EXPECT_EQ(lowered(Model::TSO, PsoRmw::Location), expected.tso);
  EXPECT_EQ(lowered(Model::PSO, PsoRmw::All), expected.pso);
  EXPECT_EQ(lowered(Model::PSO, PsoRmw::Location), expected.location);
}

using F = ir::FunctionBuilder;

TEST(Lower, Loads) {
  for (const Order order : {Order::Plain, Order::Relaxed, Order::Acquire, Order::SeqCst})
    expect_lowered([&](F& f, ir::Operand x) { f.load(x, 8, order); }, {"l", "l", "l", "l"});
}

TEST(Lower, PlainAndRelaxedStores) {
  for (const Order order : {Order::Plain, Order::Relaxed})
    expect_lowered([&](F& f, ir::Operand x) { f.store(x, f.constant(1), 8, order); },
                   {"s", "s", "s", "s"});
}

TEST(Lower, ReleaseStore) {
  expect_lowered([](F& f, ir::Operand x) { f.store(x, f.constant(1), 8, Order::Release); },
                 {"s", "s", "Ss", "Ss"});
}

TEST(Lower, SeqCstStore) {
  expect_lowered([](F& f, ir::Operand x) { f.store(x, f.constant(1), 8, Order::SeqCst); },
                 {"s", "sF", "SsF", "SsF"});
}

TEST(Lower, RmwAndCas) {
  struct Row {
    Order order;
    std::string fence;  // under PSO with drain per location
  };
  for (const Row& row : {Row{Order::Relaxed, ""}, Row{Order::Acquire, ""}, Row{Order::Release, "S"},
                         Row{Order::AcqRel, "S"}, Row{Order::SeqCst, "F"}}) {
    expect_lowered(
        [&](F& f, ir::Operand x) { f.rmw(ir::RmwFunction::Add, x, f.constant(1), 8, row.order); },
        {"r", "r", "r", row.fence + "r"});
    expect_lowered(
        [&](F& f, ir::Operand x) { f.cas(x, f.constant(0), f.constant(1), 8, row.order); },
        {"c", "c", "c", row.fence + "c"});
  }
}

TEST(Lower, Sync) {
  expect_lowered([](F& f, ir::Operand x) { f.sync(ir::SyncOp::MutexLock, x); },
                 {"y", "y", "y", "Fy"});
  expect_lowered([](F& f, ir::Operand x) { f.sync(ir::SyncOp::MutexUnlock, x); },
                 {"y", "y", "y", "Fy"});
  // No memory access, so nothing to order.
  expect_lowered([](F& f, ir::Operand x) { f.sync(ir::SyncOp::MutexHeld, x); },
                 {"y", "y", "y", "y"});
  auto ordered = [](Order order) {
    return [order](F& f, ir::Operand x) {
      f.emit({.op = Opcode::Sync,
              .width = 8,
              .sub = static_cast<std::uint8_t>(ir::SyncOp::SemPost),
              .order = order,
              .dst = f.fresh(),
              .a = x});
    };
  };
  expect_lowered(ordered(Order::Release), {"y", "y", "y", "Sy"});
  expect_lowered(ordered(Order::AcqRel), {"y", "y", "y", "Sy"});
  expect_lowered(ordered(Order::Acquire), {"y", "y", "y", "y"});
  expect_lowered(ordered(Order::Plain), {"y", "y", "y", "Fy"});
}

TEST(Lower, ThreadFences) {
  auto fence = [](Order order) {
    return [order](F& f, ir::Operand) { f.emit({.op = Opcode::Fence, .order = order}); };
  };
  expect_lowered(fence(Order::Relaxed), {"", "", "", ""});
  expect_lowered(fence(Order::Acquire), {"", "", "", ""});
  expect_lowered(fence(Order::Release), {"", "", "S", "S"});
  expect_lowered(fence(Order::AcqRel), {"", "", "S", "S"});
  expect_lowered(fence(Order::SeqCst), {"", "F", "F", "F"});
}

TEST(Lower, MachineFences) {
  expect_lowered([](F& f, ir::Operand) { f.fence(ir::kFullFence); }, {"", "F", "F", "F"});
  expect_lowered([](F& f, ir::Operand) { f.fence(ir::kStoreFence); }, {"", "", "S", "S"});
}

TEST(Lower, LoweredFencesAreAFixedPoint) {
  // Explicit fences stay what they are: the lowered program of fences is a fixed point.
  const ir::Program p = program_of([](F& f, ir::Operand x) {
    f.store(x, f.constant(1), 8);
    f.emit({.op = Opcode::Fence, .order = Order::SeqCst});
    f.fence(ir::kStoreFence);
  });
  const ir::Program once = lower_orders(p, Model::PSO);
  EXPECT_EQ(once, lower_orders(once, Model::PSO));
}

// Jumps, branches, switches and unwinding to a store reach the fence before it.
TEST(Lower, TargetsAreMoved) {
  ir::Program p;
  const ir::GlobalId x = p.add_global({.name = "x", .size = 8});
  ir::FunctionBuilder f(p, "main", 0);
  const ir::Label store = f.label(), gone = f.label(), second = f.label();
  const std::pair<std::uint64_t, ir::Label> cases[] = {{0, store}, {1, gone}};
  f.switch_on(f.constant(0), 8, cases, second);  // 0
  f.bind(store);
  f.store(f.global(x), f.constant(1), 8, Order::SeqCst);  // 1: Ss F at 1..3
  f.branch(f.constant(0), store, gone);                   // 2 -> 4
  f.bind(gone);
  f.emit({.op = Opcode::Fence, .order = Order::Acquire});  // 3 -> dropped
  f.call(f.id(), {}, second);                              // 4 -> 5
  f.jump(store);                                           // 5 -> 6
  f.bind(second);
  f.store(f.global(x), f.constant(1), 8, Order::Release);  // 6 -> Ss at 7
  f.ret();
  p.entry = f.finish();
  ASSERT_EQ(ir::verify(p), std::vector<std::string>{});

  const ir::Program q = lower_orders(p, Model::PSO);
  ASSERT_EQ(ir::verify(q), std::vector<std::string>{});
  const ir::Function& g = q.functions[0];
  EXPECT_EQ(sketch(g), ".SsF...Ss");
  EXPECT_EQ(g.switches[0].cases[0].second, 1u);
  EXPECT_EQ(g.switches[0].cases[1].second, 5u);
  EXPECT_EQ(g.switches[0].otherwise, 7u);
  EXPECT_EQ(g.code[4].op, Opcode::Branch);
  EXPECT_EQ(g.code[4].target, 1u);
  EXPECT_EQ(g.code[4].target2, 5u);
  EXPECT_EQ(g.code[5].op, Opcode::Call);
  EXPECT_EQ(g.code[5].target, 0u);  // the callee, not a place in the code
  EXPECT_EQ(g.code[5].unwind, 7u);
  EXPECT_EQ(g.code[6].target, 1u);
  EXPECT_EQ(lower_orders(p, Model::SC).functions[0].switches[0].otherwise, 5u);
}

}  // namespace
}  // namespace overtake::memory
