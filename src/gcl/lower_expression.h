// Expressions of guarded commands as IR code. Their temporary registers come from a pool, which the
// caller zeroes and uses again after each instruction.
#pragma once

#include <cstdint>
#include <vector>

#include "gcl/ast.h"
#include "ir/builder.h"

namespace overtake::gcl {

class ExpressionLowering {
 public:
  // `registers`: the IR register of each RegisterId.
  ExpressionLowering(ir::FunctionBuilder& code, const std::vector<std::uint32_t>& registers)
      : code_(code), registers_(registers) {}

  ir::Operand expression(const Expr& e);
  ir::Operand truth(const Expr& e);  // 0 or 1

  void compute(ir::Operand dst, ir::Opcode op, ir::Operand a, ir::Operand b) {
    code_.emit({.op = op, .width = 64, .dst = dst.index(), .a = a, .b = b});
  }
  ir::Operand value(ir::Opcode op, ir::Operand a, ir::Operand b);  // in a new temporary

  std::uint32_t temporary();
  std::uint32_t temporary_pair();  // for compare-and-swap: old value, success
  void clear_temporaries();        // those in use are zero, and stay in use
  void zero_temporaries();         // none is in use any more, and all are zero
  std::size_t used() const { return used_; }
  void release_from(std::size_t used) { used_ = used; }

 private:
  ir::Operand short_circuit(const Expr& e, std::uint64_t stops_at);

  ir::FunctionBuilder& code_;
  const std::vector<std::uint32_t>& registers_;
  std::vector<std::uint32_t> temporaries_;
  std::size_t used_ = 0;
  std::uint32_t pair_ = ir::kNoRegister;
  bool pair_used_ = false;
};

}  // namespace overtake::gcl
