#include "frontend/clang/prepare.h"

#include <llvm/Analysis/MemoryBuiltins.h>
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/Local.h>

#include <vector>

namespace overtake::frontend {

void settle_constants(llvm::Function& function) {
  std::vector<llvm::IntrinsicInst*> calls;
  for (llvm::Instruction& i : llvm::instructions(function))
    if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&i))
      if (call->getIntrinsicID() == llvm::Intrinsic::is_constant ||
          call->getIntrinsicID() == llvm::Intrinsic::objectsize)
        calls.push_back(call);
  if (calls.empty()) return;
  const llvm::TargetLibraryInfoImpl libraries(
      llvm::Triple(function.getParent()->getTargetTriple()));
  const llvm::TargetLibraryInfo library(libraries, &function);
  for (llvm::IntrinsicInst* call : calls) {
    llvm::Value* value = nullptr;
    if (call->getIntrinsicID() == llvm::Intrinsic::is_constant)
      value = llvm::ConstantInt::getBool(call->getType(),
                                         llvm::isa<llvm::Constant>(call->getArgOperand(0)));
    else
      value = llvm::lowerObjectSizeCall(call, function.getParent()->getDataLayout(), &library,
                                        /*MustSucceed=*/true);
    if (value == nullptr) continue;
    // C does not evaluate the operand, and clang has left out its side effects: what it loads is
    // not read.
    llvm::Value* operand = call->getArgOperand(0);
    call->replaceAllUsesWith(value);
    call->eraseFromParent();
    llvm::RecursivelyDeleteTriviallyDeadInstructions(operand);
  }
}

bool returns_twice(const llvm::Function& function) {
  for (const llvm::Instruction& i : llvm::instructions(function))
    if (const auto* call = llvm::dyn_cast<llvm::CallBase>(&i))
      if (call->hasFnAttr(llvm::Attribute::ReturnsTwice) ||
          call->getIntrinsicID() == llvm::Intrinsic::eh_sjlj_setjmp)
        return true;
  return false;
}

}  // namespace overtake::frontend
