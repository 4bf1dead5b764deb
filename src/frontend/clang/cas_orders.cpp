#include "frontend/clang/cas_orders.h"

#include "ir/shape.h"

namespace overtake::frontend {
namespace {

using ir::Order;

bool acquires(Order o) { return o == Order::Acquire || o == Order::AcqRel || o == Order::SeqCst; }

// The weakest order that is as strong as both. A failure does not write, so it never releases.
Order together(Order success, Order failure) {
  if (success == Order::SeqCst || failure == Order::SeqCst) return Order::SeqCst;
  if (!acquires(failure)) return success;
  return success == Order::Release || success == Order::AcqRel ? Order::AcqRel : Order::Acquire;
}

ir::CasAcquires outcome_that_acquires(Order success, Order failure) {
  if (acquires(success) == acquires(failure)) return ir::CasAcquires::Always;
  return acquires(success) ? ir::CasAcquires::OnSuccess : ir::CasAcquires::OnFailure;
}

}  // namespace

std::pair<ir::Operand, ir::Operand> emit_cas(ir::FunctionBuilder& b, ir::Operand address,
                                             ir::Operand expected, ir::Operand desired,
                                             unsigned bytes, Order success, Order failure) {
  const std::uint32_t old = b.fresh_pair();
  const std::uint32_t succeeded = bytes == 16 ? b.fresh() : old + 1;
  b.emit({.op = ir::Opcode::Cas,
          .width = static_cast<std::uint8_t>(bytes),
          .sub = static_cast<std::uint8_t>(outcome_that_acquires(success, failure)),
          .order = together(success, failure),
          .dst = old,
          .a = address,
          .b = expected,
          .c = desired});
  return {ir::Operand::reg(old), ir::Operand::reg(succeeded)};
}

}  // namespace overtake::frontend
