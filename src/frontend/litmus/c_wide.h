// Numbers of 128 bits in litmus threads: pairs of neighbouring registers, the low half first.
#pragma once

#include <string_view>

#include "ir/builder.h"

namespace overtake::litmus::c {

struct Halves {
  ir::Operand low;
  ir::Operand high;
};

class WideNumbers {
 public:
  explicit WideNumbers(ir::FunctionBuilder& code) : code_(code) {}

  static Halves halves(ir::Operand pair) { return {pair, ir::Operand::reg(pair.index() + 1)}; }
  ir::Operand pair(const Halves& halves);
  // Of a number of 64 bits.
  ir::Operand extend(ir::Operand low, bool is_signed);
  ir::Operand is_not_zero(ir::Operand a);  // 0 or 1

  // + - * & | ^: another number. `count` of a shift is below 128.
  ir::Operand compute(std::string_view op, ir::Operand a, ir::Operand b);
  ir::Operand shift_left(ir::Operand a, ir::Operand count);
  ir::Operand shift_right(ir::Operand a, ir::Operand count, bool is_signed);
  ir::Operand equal(const Halves& a, const Halves& b);  // 0 or 1
  ir::Operand less(ir::Operand a, ir::Operand b, bool or_equal, bool is_signed);

 private:
  ir::Operand word(ir::Opcode op, ir::Operand a, ir::Operand b) {
    return code_.binary(op, 64, a, b);
  }
  ir::Operand multiply(const Halves& a, const Halves& b);
  ir::Operand high_product(ir::Operand a, ir::Operand b);
  // a shifted by `count` below 64, with the bits of `other` that a shift the other way leaves over.
  ir::Operand shifted_in(ir::Opcode shift, ir::Operand a, ir::Opcode back, ir::Operand other,
                         ir::Operand count);

  ir::FunctionBuilder& code_;
};

}  // namespace overtake::litmus::c
