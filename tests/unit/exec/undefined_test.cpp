// Values that were never set, held to brute force: for each operation on three bits, and for each
// way in which bits of its operands are 0, 1 or never set, a result bit may count as set only if it
// is the same for all values of the bits that are not.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "exec/executor.h"
#include "ir/builder.h"
#include "ir/evaluate.h"
#include "ir/shape.h"
#include "support/print.h"

namespace overtake::exec {
namespace {

using ir::FunctionBuilder;
using ir::Opcode;
using ir::Operand;

constexpr unsigned kBits = 3;

struct Pattern {
  std::uint64_t value = 0;
  std::uint64_t undefined = 0;
};

std::vector<Pattern> patterns() {
  std::vector<Pattern> all;
  for (std::uint64_t undefined = 0; undefined < 8; ++undefined)
    for (std::uint64_t value = 0; value < 8; ++value)
      if ((value & undefined) == 0) all.push_back({value, undefined});
  return all;
}

// The values that a pattern stands for.
std::vector<std::uint64_t> completions(const Pattern& p) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t v = 0; v < 8; ++v)
    if ((v & ~p.undefined) == p.value) all.push_back(v);
  return all;
}

// The bits of the result that differ between completions.
std::uint64_t differing(const ir::Instruction& i, const Pattern& a, const Pattern& b) {
  std::uint64_t some = 0;
  std::uint64_t all = ~std::uint64_t{0};
  for (const std::uint64_t x : completions(a))
    for (const std::uint64_t y : completions(b)) {
      const std::uint64_t r = *ir::evaluate(i, x, y, 0);
      some |= r;
      all &= r;
    }
  return some & ~all;
}

Operand operand(FunctionBuilder& f, const Pattern& p) {
  const Operand masked = f.binary(Opcode::And, kBits, f.undefined(kBits), f.constant(p.undefined));
  return f.binary(Opcode::Or, kBits, masked, f.constant(p.value));
}

// Whether a branch on that bit of the result fails.
bool alarm(Opcode op, const Pattern& a, const Pattern& b, unsigned bit) {
  ir::Program program;
  FunctionBuilder f(program, "main", 0);
  const Operand x = operand(f, a);
  const Operand y = operand(f, b);
  const Operand r = f.binary(op, kBits, x, y);
  const Operand one =
      f.binary(Opcode::And, 64, f.binary(Opcode::LShr, 64, r, f.constant(bit)), f.constant(1));
  const ir::Label set = f.label(), clear = f.label();
  f.branch(one, set, clear);
  f.bind(set);
  f.ret(f.constant(1));
  f.bind(clear);
  f.ret(f.constant(0));
  program.entry = f.finish();
  const Executor executor(program);
  const Thread thread = executor.start_main();
  if (thread.status() != Status::Failed) return false;
  EXPECT_EQ(thread.error().kind, ir::ErrorKind::Uninitialized);
  return true;
}

class UndefinedBits : public testing::TestWithParam<Opcode> {};

TEST_P(UndefinedBits, AreThoseThatMayDiffer) {
  const Opcode op = GetParam();
  // Arithmetic rounds up: everything above the lowest bit that may differ. A shift by an amount
  // that is not known is not known at all.
  const bool rounds = op == Opcode::Add || op == Opcode::Sub || op == Opcode::Mul;
  const bool shifts = op == Opcode::Shl || op == Opcode::LShr || op == Opcode::AShr;
  for (const Pattern& a : patterns())
    for (const Pattern& b : patterns()) {
      const ir::Instruction i{.op = op, .width = kBits};
      const std::uint64_t exact = differing(i, a, b);
      for (unsigned bit = 0; bit < kBits; ++bit) {
        const bool differs = (exact >> bit & 1) != 0;
        const bool found = alarm(op, a, b, bit);
        const bool may_round_up = rounds || (shifts && b.undefined != 0);
        ASSERT_TRUE(found == differs || (found && may_round_up))
            << "bit " << bit << " of " << a.value << "/" << a.undefined << ", " << b.value << "/"
            << b.undefined;
      }
    }
}

std::string opcode_name(const testing::TestParamInfo<Opcode>& info) {
  return std::string(ir::shape(info.param).name);
}

INSTANTIATE_TEST_SUITE_P(Operations, UndefinedBits,
                         testing::Values(Opcode::And, Opcode::Or, Opcode::Xor, Opcode::Add,
                                         Opcode::Sub, Opcode::Mul, Opcode::Shl, Opcode::LShr,
                                         Opcode::AShr, Opcode::Eq, Opcode::Ne, Opcode::ULt,
                                         Opcode::ULe, Opcode::SLt, Opcode::SLe),
                         opcode_name);

// Every way of setting and clearing words gives what a plain array of masks would hold.
TEST(UndefinedWords, AreAnArrayOfMasks) {
  std::uint64_t seed = 1;
  const auto next = [&](std::uint64_t n) {
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (seed >> 33) % n;
  };
  for (int round = 0; round < 200; ++round) {
    UndefinedWords words;
    std::vector<std::uint64_t> plain;
    for (int step = 0; step < 100; ++step) {
      switch (next(4)) {
        case 0: {
          const std::size_t count = next(5);
          words.append(plain.size(), count, ir::SourceId{next(2)});
          plain.resize(plain.size() + count, ~std::uint64_t{0});
          break;
        }
        case 1:
          plain.resize(next(plain.size() + 1));
          words.truncate(plain.size());
          break;
        default: {
          if (plain.empty()) break;
          const std::size_t w = next(plain.size());
          const std::uint64_t mask = next(3);
          words.set(w, {mask, ir::SourceId{next(2)}});
          plain[w] = mask;
        }
      }
      bool any = false;
      for (std::size_t w = 0; w < plain.size(); ++w) {
        ASSERT_EQ(words.at(w).mask, plain[w]);
        any = any || plain[w] != 0;
      }
      ASSERT_EQ(words.empty(), !any);
      ASSERT_EQ(words.any(0, plain.size()), any);
    }
  }
}

}  // namespace
}  // namespace overtake::exec
