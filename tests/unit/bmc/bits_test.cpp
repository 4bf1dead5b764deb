// Bit vectors against plain arithmetic: every operation, on random operands that the formula does
// not know, evaluated.
#include "bmc/bits.h"

#include <gtest/gtest.h>

#include <random>

#include "bmc/cnf.h"
#include "bmc/solver.h"
#include "ir/shape.h"
#include "seq/evaluate.h"
#include "support/print.h"

namespace overtake::bmc {
namespace {

using ir::Opcode;

std::uint64_t low(std::uint64_t v, unsigned width) {
  return width >= 64 ? v : v & ((std::uint64_t{1} << width) - 1);
}

struct Input {
  Bits bits;
  std::vector<std::uint32_t> nodes;
};

Input make_input(Formula& formula, BitVectors& bits, unsigned width) {
  std::vector<Lit> lits;
  Input in;
  for (unsigned i = 0; i < width; ++i) {
    lits.push_back(formula.input());
    in.nodes.push_back(lits.back().node());
  }
  in.bits = bits.make(lits);
  return in;
}

class Operation : public testing::TestWithParam<Opcode> {};

TEST_P(Operation, ComputesWhatTheExecutorDoes) {
  std::mt19937_64 random(7);
  for (const unsigned width : {1u, 5u, 8u, 32u, 64u}) {
    if (GetParam() == Opcode::SExt && width == 64) continue;
    Formula formula;
    BitVectors bits(formula);
    const ir::Instruction i{.op = GetParam(), .width = static_cast<std::uint8_t>(width), .sub = 64};
    const Input a = make_input(formula, bits, width);
    const Input b = make_input(formula, bits, width);
    const Input c = make_input(formula, bits, width);
    const Bits out = bits.compute(i, a.bits, b.bits, c.bits);
    for (int round = 0; round < 40; ++round) {
      // Small numbers, too: shifts and divisions are dull otherwise.
      const auto number = [&] { return low(round % 2 == 0 ? random() : random() % 9, width); };
      const std::uint64_t x = number(), y = number(), z = number();
      const auto expected = seq::evaluate(i, x, y, z);
      if (!expected) continue;
      std::vector<char> inputs(formula.size(), 0);
      for (unsigned k = 0; k < width; ++k) {
        inputs[a.nodes[k]] = static_cast<char>(x >> k & 1);
        inputs[b.nodes[k]] = static_cast<char>(y >> k & 1);
        inputs[c.nodes[k]] = static_cast<char>(z >> k & 1);
      }
      const std::vector<char> values = evaluate(formula, inputs);
      std::uint64_t got = 0;
      for (unsigned k = 0; k < bits.bits(out).size(); ++k)
        if (holds(values, bits.bits(out)[k])) got |= std::uint64_t{1} << k;
      ASSERT_EQ(got, *expected) << "width " << width << ": " << x << ", " << y << ", " << z;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(All, Operation,
                         testing::Values(Opcode::Add, Opcode::Sub, Opcode::Mul, Opcode::And,
                                         Opcode::Or, Opcode::Xor, Opcode::Shl, Opcode::LShr,
                                         Opcode::AShr, Opcode::UDiv, Opcode::SDiv, Opcode::URem,
                                         Opcode::SRem, Opcode::Eq, Opcode::Ne, Opcode::ULt,
                                         Opcode::ULe, Opcode::SLt, Opcode::SLe, Opcode::Select,
                                         Opcode::SExt, Opcode::Trunc),
                         [](const auto& info) { return std::string(ir::shape(info.param).name); });

TEST(Bits, NumbersThatStaySmallAreShort) {
  Formula formula;
  BitVectors bits(formula);
  const Bits x = make_input(formula, bits, 2).bits;
  const ir::Instruction add{.op = Opcode::Add, .width = 32};
  EXPECT_EQ(bits.bits(bits.compute(add, x, bits.number(1), {})).size(), 3u);
  EXPECT_EQ(bits.compute(add, x, bits.zero(), {}), x);
}

TEST(Bits, ReducedArithmeticIsSignExtended) {
  Formula formula;
  BitVectors bits(formula);
  bits.reduce_to(3);
  const Bits x = make_input(formula, bits, 3).bits;
  const Bits sum = bits.compute({.op = Opcode::Add, .width = 32}, x, bits.number(1), {});
  EXPECT_EQ(bits.at(sum, 31), bits.at(sum, 2));
  EXPECT_TRUE(bits.reduced());
}

TEST(Formula, TheGuardOfAJoinIsThatOfTheFork) {
  Formula f;
  const Lit g = f.input(), c = f.input();
  EXPECT_EQ(f.or_(f.and_(g, c), f.and_(g, ~c)), g);
  EXPECT_EQ(f.ite(c, f.ite(c, g, kFalse), kTrue), f.or_(~c, g));
  EXPECT_EQ(f.and_(g, c), f.and_(c, g));
}

TEST(Solver, SolvesAndKnowsWhenThereIsNothing) {
  Formula f;
  const Lit a = f.input(), b = f.input();
  const Lit goal = f.xor_(a, b);
  const std::vector<Lit> constraints{a};
  const Cnf cnf = make_cnf(f, constraints, goal);
  const std::vector<Lit> both{a, b};
  for (const std::uint32_t jobs : {1u, 4u, 100u}) {
    const Solution s = solve(f, cnf, jobs, nullptr);
    ASSERT_EQ(s.answer, Answer::Satisfiable);
    EXPECT_EQ(s.inputs[a.node()], 1);
    EXPECT_EQ(s.inputs[b.node()], 0);
    EXPECT_EQ(solve(f, make_cnf(f, both, goal), jobs, nullptr).answer, Answer::Unsatisfiable);
  }
}

}  // namespace
}  // namespace overtake::bmc
