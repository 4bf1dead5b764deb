#include "seq/evaluate.h"

#include "exec/float_ops.h"
#include "ir/evaluate.h"

namespace overtake::seq {

using ir::Opcode;

std::optional<std::uint64_t> evaluate(const ir::Instruction& i, std::uint64_t a, std::uint64_t b,
                                      std::uint64_t c) {
  const unsigned w = i.width;
  switch (i.op) {
    case Opcode::FAdd:
    case Opcode::FSub:
    case Opcode::FMul:
    case Opcode::FDiv:
    case Opcode::FRem:
      return exec::float_binary(i.op, w, a, b);
    case Opcode::FCmp:
      return exec::float_compare(static_cast<ir::FloatPredicate>(i.sub), w, a, b);
    case Opcode::FMath:
      return exec::float_function(static_cast<ir::FloatFunction>(i.sub), w, a, b, c);
    case Opcode::FToS:
    case Opcode::FToU:
    case Opcode::SToF:
    case Opcode::UToF:
    case Opcode::FToF:
      return exec::float_convert(i.op, w, i.sub, a);
    default:
      return ir::evaluate(i, a, b, c);
  }
}

}  // namespace overtake::seq
