// One source file to one LLVM module, in this process.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

namespace overtake::frontend {

struct Unit {
  std::string file;
  std::vector<std::string> flags;  // what clang is given besides the file
  std::string appended = {};       // as if it stood at the end of the file
};

// `optimize`: 0 as written, 1..3 what the optimizer emits. `cache_folder`: where modules are kept,
// or empty; functions of one that was kept are decoded when they are needed. Throws InputError with
// clang's own messages.
std::unique_ptr<llvm::Module> compile(const Unit& unit, int optimize,
                                      const std::string& cache_folder, llvm::LLVMContext& context);

// The file after preprocessing. Throws InputError with clang's own messages.
std::string preprocess(const Unit& unit);

}  // namespace overtake::frontend
