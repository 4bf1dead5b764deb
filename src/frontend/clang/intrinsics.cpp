// LLVM's intrinsics, as instructions of ours: what needs no arithmetic, and sums over vectors.
#include <llvm/IR/IntrinsicsX86.h>

#include "frontend/clang/function_lowering.h"

namespace overtake::frontend {

using llvm::Intrinsic::ID;
namespace In = llvm::Intrinsic;

bool FunctionLowering::intrinsic(const llvm::IntrinsicInst& call) {
  auto argument = [&](unsigned i) { return call.getArgOperand(i); };
  switch (call.getIntrinsicID()) {
    // What only speaks to the optimizer or the debugger.
    case In::dbg_declare:
    case In::dbg_value:
    case In::dbg_label:
    case In::dbg_assign:
    case In::lifetime_start:
    case In::lifetime_end:
    case In::invariant_end:
    case In::assume:
    case In::experimental_noalias_scope_decl:
    case In::donothing:
    case In::sideeffect:
    case In::prefetch:
    case In::vaend:
    case In::var_annotation:
    case In::pseudoprobe:
    case In::x86_sse2_pause:
    case In::x86_sse2_lfence:
      return true;
    case In::invariant_start:
      define_zero(&call);
      return true;
    case In::stacksave: {
      const std::uint32_t dst = b_.fresh();
      b_.emit({.op = Opcode::StackSave, .dst = dst});
      define(&call, Operand::reg(dst));
      return true;
    }
    case In::stackrestore:
      b_.emit({.op = Opcode::StackRestore, .a = scalar(argument(0))});
      return true;
    case In::expect:
    case In::expect_with_probability:
    case In::annotation:
    case In::ptr_annotation:
    case In::launder_invariant_group:
    case In::strip_invariant_group:
    case In::ssa_copy:
    case In::arithmetic_fence:
      define(&call, value(argument(0)));
      return true;
    case In::ptrmask:
      define(&call, op(Opcode::And, 64, scalar(argument(0)), scalar(argument(1))));
      return true;
    case In::is_constant:
      define(&call, number(llvm::isa<llvm::Constant>(argument(0))));
      return true;
    case In::objectsize:
      // Unknown: -1 for the largest, 0 for the smallest estimate.
      define(&call, number(known(argument(1)) == 1             ? 0
                           : scalar_bits(call.getType()) == 32 ? 0xffffffffu
                                                               : ~std::uint64_t{0}));
      return true;
    case In::threadlocal_address:
      define(&call, value(argument(0)));
      return true;
    case In::memcpy:
    case In::memcpy_inline:
    case In::memmove: {
      const auto& copy = llvm::cast<llvm::MemTransferInst>(call);
      copy_memory(
          copy.getRawDest(), copy.getRawSource(), copy.getLength(),
          std::min(copy.getDestAlign().valueOrOne(), copy.getSourceAlign().valueOrOne()).value());
      return true;
    }
    case In::memset:
    case In::memset_inline: {
      const auto& fill = llvm::cast<llvm::MemSetInst>(call);
      fill_memory(fill.getRawDest(), fill.getValue(), fill.getLength(),
                  fill.getDestAlign().valueOrOne().value());
      return true;
    }
    case In::vastart:
      variadic_start(scalar(argument(0)));
      return true;
    case In::vacopy: {
      const Operand to = scalar(argument(0)), from = scalar(argument(1));
      for (const auto& [offset, bytes] : {std::pair{0u, 4u}, {4u, 4u}, {8u, 8u}, {16u, 8u}})
        b_.store(address_offset(to, offset), b_.load(address_offset(from, offset), bytes), bytes);
      return true;
    }
    case In::trap:
    case In::debugtrap:
    case In::ubsantrap:
      b_.fail(ir::ErrorKind::Abort, "trap instruction");
      return true;
    case In::x86_sse2_mfence:
      b_.fence(ir::kFullFence);
      return true;
    case In::x86_sse_sfence:
      b_.fence(ir::kStoreFence);
      return true;
    case In::eh_typeid_for:
      define(&call, number(program_.type_id(argument(0))));
      return true;
    case In::eh_sjlj_setjmp:
      save_jump(call);
      return true;
    case In::eh_sjlj_longjmp:
      model_call("longjmp", {scalar(argument(0)), number(1)}, 0);
      return true;
    case In::frameaddress:
      // __builtin_setjmp keeps it in its buffer, where nothing looks at it.
      if (!jump_landing_) throw Refusal{"__builtin_frame_address is not supported"};
      define_zero(&call);
      return true;
    case In::returnaddress:
      define_zero(&call);
      return true;
    case In::readcyclecounter:
    case In::readsteadycounter:
    case In::x86_rdtsc:  // one cycle takes a nanosecond
    case In::x86_rdtscp: {
      Words words{b_.clock()};
      if (call.getType()->isStructTy()) words.push_back(number(0));  // the processor's number
      define(&call, std::move(words));
      return true;
    }
    default:
      if (call.arg_size() == 0) return false;
      return bit_intrinsic(call) || overflow_intrinsic(call) || saturating_intrinsic(call) ||
             reduction(call) || float_intrinsic(call);
  }
}

// All elements of a vector combined to one.
bool FunctionLowering::reduction(const llvm::IntrinsicInst& call) {
  using I = llvm::Instruction;
  const ID id = call.getIntrinsicID();
  llvm::Type* type = call.getType();
  std::function<Words(const Words&, const Words&)> combine;
  auto with = [&](unsigned opcode) {
    combine = [this, opcode, bits = scalar_bits(type)](const Words& a, const Words& b) {
      return integer(opcode, bits, a, b);
    };
  };
  auto with_extreme = [&](ID which) {
    combine = [this, which, bits = scalar_bits(type)](const Words& a, const Words& b) {
      return extreme(which, bits, a, b);
    };
  };
  auto with_float = [&](unsigned opcode) {
    combine = [this, opcode, type](const Words& a, const Words& b) {
      return float_binary(opcode, type, a, b);
    };
  };
  auto with_float_extreme = [&](ID which) {
    combine = [this, which, type](const Words& a, const Words& b) {
      return float_function(which, type, {a, b});
    };
  };
  switch (id) {
    case In::vector_reduce_add:
      with(I::Add);
      break;
    case In::vector_reduce_mul:
      with(I::Mul);
      break;
    case In::vector_reduce_and:
      with(I::And);
      break;
    case In::vector_reduce_or:
      with(I::Or);
      break;
    case In::vector_reduce_xor:
      with(I::Xor);
      break;
    case In::vector_reduce_smax:
      with_extreme(In::smax);
      break;
    case In::vector_reduce_smin:
      with_extreme(In::smin);
      break;
    case In::vector_reduce_umax:
      with_extreme(In::umax);
      break;
    case In::vector_reduce_umin:
      with_extreme(In::umin);
      break;
    case In::vector_reduce_fadd:
      with_float(I::FAdd);
      break;
    case In::vector_reduce_fmul:
      with_float(I::FMul);
      break;
    case In::vector_reduce_fmax:
      with_float_extreme(In::maxnum);
      break;
    case In::vector_reduce_fmin:
      with_float_extreme(In::minnum);
      break;
    case In::vector_reduce_fmaximum:
      with_float_extreme(In::maximum);
      break;
    case In::vector_reduce_fminimum:
      with_float_extreme(In::minimum);
      break;
    default:
      return false;
  }
  // The float sums start from a value; the elements come last.
  const llvm::Value* elements = call.getArgOperand(call.arg_size() - 1);
  std::optional<Words> result;
  if (call.arg_size() == 2) result = value(call.getArgOperand(0));
  for (unsigned k = 0; k < element_count(elements->getType()); ++k)
    result = result ? combine(*result, element(elements, k)) : element(elements, k);
  define(&call, *result);
  return true;
}

}  // namespace overtake::frontend
