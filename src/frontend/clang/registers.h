// Local variables become registers.
#pragma once

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>

namespace overtake::frontend {

// LLVM's mem2reg and nothing else: it neither adds, drops, merges nor reorders accesses to memory
// whose address is known. Run on the functions that are lowered only.
void promote_registers(llvm::Function& function);

// Where the variable that lives in this memory is declared; null if that is not known.
const llvm::DILocation* declared_at(const llvm::AllocaInst& memory);

}  // namespace overtake::frontend
