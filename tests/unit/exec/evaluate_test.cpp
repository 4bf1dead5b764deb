// Computing ahead of a run yields what the run would: every operation on integers, on random and on
// awkward operands, by ir::evaluate and by the executor.
#include "ir/evaluate.h"

#include <gtest/gtest.h>

#include <random>

#include "exec/executor.h"
#include "ir/builder.h"

namespace overtake::exec {
namespace {

using ir::Opcode;

// Nothing: the thread fails.
std::optional<std::uint64_t> executed(ir::Instruction i, std::uint64_t a, std::uint64_t b,
                                      std::uint64_t c) {
  ir::Program program;
  ir::FunctionBuilder f(program, "main", 0);
  i.dst = f.fresh();
  i.a = f.constant(a);
  const bool unary = i.op == Opcode::Mov || i.op == Opcode::SExt || i.op == Opcode::Trunc;
  if (!unary) i.b = f.constant(b);
  if (i.op == Opcode::Select) i.c = f.constant(c);
  f.emit(i);
  f.ret(ir::Operand::reg(i.dst));
  program.entry = f.finish();
  const Executor executor(program);
  const Thread thread = executor.start_main();
  if (thread.status() == Status::Failed) return std::nullopt;
  return thread.next().operand.lo;
}

TEST(Evaluate, IsWhatTheExecutorComputes) {
  std::mt19937_64 random(11);
  const auto low = [](std::uint64_t v, unsigned w) {
    return w >= 64 ? v : v & ((std::uint64_t{1} << w) - 1);
  };
  for (const Opcode op :
       {Opcode::Mov,  Opcode::Add,  Opcode::Sub,  Opcode::Mul,   Opcode::And,   Opcode::Or,
        Opcode::Xor,  Opcode::Shl,  Opcode::LShr, Opcode::AShr,  Opcode::UDiv,  Opcode::SDiv,
        Opcode::URem, Opcode::SRem, Opcode::Eq,   Opcode::Ne,    Opcode::ULt,   Opcode::ULe,
        Opcode::SLt,  Opcode::SLe,  Opcode::SExt, Opcode::Trunc, Opcode::Select})
    for (const unsigned w : {8u, 16u, 32u, 64u})
      for (int round = 0; round < 40; ++round) {
        const auto number = [&] {
          switch (random() % 5) {
            case 0:
              return low(~std::uint64_t{0}, w);  // -1
            case 1:
              return std::uint64_t{1} << (w - 1);  // the least number
            case 2:
              return random() % 3;
            case 3:
              return low(w - 1 + random() % 3, w);  // shifts by (almost) too much
            default:
              return low(random(), w);
          }
        };
        const ir::Instruction i{.op = op, .width = static_cast<std::uint8_t>(w), .sub = 64};
        const std::uint64_t a = number(), b = number(), c = number();
        EXPECT_EQ(ir::evaluate(i, a, b, c), executed(i, a, b, c))
            << "operation " << static_cast<int>(op) << " of width " << w << " on " << a << ", "
            << b;
      }
}

}  // namespace
}  // namespace overtake::exec
