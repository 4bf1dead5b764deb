// What is done to a function of the user's before it is lowered.
#pragma once

#include <llvm/IR/Function.h>

namespace overtake::frontend {

// Gives __builtin_constant_p and __builtin_object_size the values that the compiler gives them,
// which depend on what it has made of the code so far: so before locals become registers.
void settle_constants(llvm::Function& function);

// Whether a call in it (setjmp) may return a second time; then its locals stay in memory.
bool returns_twice(const llvm::Function& function);

}  // namespace overtake::frontend
