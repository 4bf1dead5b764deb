// setjmp and longjmp. longjmp throws: its exception is the value, its type the token that setjmp
// left in the buffer. In a function that calls setjmp every call lands, if something is thrown,
// where the token is compared with those of the function's own setjmps; the one that gave it out
// returns once more, and any other exception is passed on. Frames in between end as for any
// exception, but neither their cleanups nor their catch clauses see it.
//
// The locals of such a function stay in memory (Symbols::prepare), so that they have the values of
// the moment of the longjmp, as in code that is not optimized.
#include <llvm/IR/Instructions.h>

#include "frontend/clang/function_lowering.h"

namespace overtake::frontend {
namespace {

// Of the buffer. __builtin_setjmp's keeps a frame and a stack pointer around it.
constexpr std::uint64_t kTokenOffset = 8;
// All addresses of objects are larger.
constexpr std::uint64_t kTokens = std::uint64_t{1} << 20;

}  // namespace

bool is_setjmp(llvm::StringRef name) {
  return name == "setjmp" || name == "_setjmp" || name == "sigsetjmp" || name == "__sigsetjmp";
}

bool FunctionLowering::saves_jumps() const {
  for (const llvm::BasicBlock& block : function_)
    for (const llvm::Instruction& i : block) {
      const auto* call = llvm::dyn_cast<llvm::CallBase>(&i);
      const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
      if (callee != nullptr && (is_setjmp(callee->getName()) ||
                                callee->getIntrinsicID() == llvm::Intrinsic::eh_sjlj_setjmp))
        return true;
    }
  return false;
}

void FunctionLowering::save_jump(const llvm::CallBase& call) {
  if (llvm::isa<llvm::InvokeInst>(call))
    throw Refusal{"setjmp in a function with cleanups or catch clauses is not supported"};
  if (call.arg_size() == 0) throw Refusal{"setjmp without an argument is not supported"};
  JumpPoint point{b_.fresh(), b_.fresh(), b_.label()};
  b_.move(point.token, model_call("__overtake_jump_token", {}, 1)[0]);
  b_.store(address_offset(scalar(call.getArgOperand(0)), kTokenOffset), Operand::reg(point.token),
           8);
  b_.move(point.result, number(0));
  b_.bind(point.again);
  const std::uint32_t value = b_.fresh();
  b_.move(value, Operand::reg(point.result));
  jump_points_.push_back(point);
  if (!call.getType()->isVoidTy()) define(&call, Operand::reg(value));
}

// Where everything that is thrown in this function lands, at its end.
void FunctionLowering::emit_jump_landing() {
  if (!jump_landing_) return;
  b_.bind(*jump_landing_);
  const std::uint32_t caught = b_.fresh_pair();
  b_.emit({.op = Opcode::Caught, .dst = caught});
  const Operand exception = Operand::reg(caught), type = Operand::reg(caught + 1);
  for (const JumpPoint& point : jump_points_) {
    const ir::Label ours = b_.label(), next = b_.label();
    b_.branch(op(Opcode::Eq, 64, type, Operand::reg(point.token)), ours, next);
    b_.bind(ours);
    b_.move(point.result, exception);
    b_.jump(point.again);
    b_.bind(next);
  }
  b_.emit({.op = Opcode::Resume, .a = exception, .b = type});
}

void FunctionLowering::pass_jumps(Operand exception, Operand type) {
  if (!program_.has_jumps()) return;
  const ir::Label jump = b_.label(), other = b_.label();
  b_.branch(op(Opcode::ULt, 64, type, number(kTokens)), jump, other);
  b_.bind(jump);
  b_.emit({.op = Opcode::Resume, .a = exception, .b = type});
  b_.bind(other);
}

}  // namespace overtake::frontend
