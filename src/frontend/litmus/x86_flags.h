// The flags of an x86 thread, each in a register of its own. They are computed only in threads that
// look at them.
#pragma once

#include <cstdint>

#include "frontend/litmus/x86.h"
#include "ir/builder.h"

namespace overtake::litmus::x86 {

class Flags {
 public:
  Flags(ir::FunctionBuilder& code, const Thread& thread);

  bool wanted() const { return wanted_; }
  void clear();  // where the thread begins
  // After result = a + b or a - b, or another operation of that kind.
  void set(Op op, ir::Operand a, ir::Operand b, ir::Operand result, std::uint8_t bytes);
  ir::Operand holds(Condition c);  // 0 or 1

 private:
  void set_zero_and_sign(ir::Operand result, std::uint8_t bytes);
  ir::Operand top_bit(ir::Operand v, std::uint8_t bytes);

  ir::FunctionBuilder& code_;
  bool wanted_;
  std::uint32_t zero_ = 0, sign_ = 0, carry_ = 0, overflow_ = 0;
};

}  // namespace overtake::litmus::x86
