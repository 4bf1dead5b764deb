#include "frontend/clang/registers.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>

#include <string>
#include <vector>

namespace overtake::frontend {

const llvm::DILocation* declared_at(const llvm::AllocaInst& memory) {
  const auto declares = llvm::findDVRDeclares(const_cast<llvm::AllocaInst*>(&memory));
  return declares.empty() ? nullptr : declares.front()->getDebugLoc().get();
}

// Memory of a variable starts with a value that was never set. Promotion would make that LLVM's
// undef, with which it may fold whole phis away; a call of a function without a definition is
// opaque to it (library.cpp knows what it means).
static void start_undefined(llvm::AllocaInst& memory) {
  llvm::Type* type = memory.getAllocatedType();
  std::string name = "__overtake_undefined.";
  llvm::raw_string_ostream(name) << *type;
  llvm::IRBuilder<> builder(memory.getNextNode());
  builder.SetCurrentDebugLocation(declared_at(memory));
  llvm::Module& module = *memory.getModule();
  builder.CreateStore(builder.CreateCall(module.getOrInsertFunction(name, type)), &memory);
}

void promote_registers(llvm::Function& function) {
  llvm::DominatorTree tree(function);
  llvm::AssumptionCache assumptions(function);
  for (llvm::Instruction& instruction : llvm::make_early_inc_range(function.getEntryBlock()))
    if (auto* a = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
      if (llvm::isAllocaPromotable(a)) start_undefined(*a);
  for (;;) {
    std::vector<llvm::AllocaInst*> allocas;
    for (llvm::Instruction& instruction : function.getEntryBlock())
      if (auto* a = llvm::dyn_cast<llvm::AllocaInst>(&instruction))
        if (llvm::isAllocaPromotable(a)) allocas.push_back(a);
    if (allocas.empty()) return;
    llvm::PromoteMemToReg(allocas, tree, &assumptions);
  }
}

}  // namespace overtake::frontend
