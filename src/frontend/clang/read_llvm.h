// Modules that another compiler run has made: .ll and .bc.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>

namespace overtake::frontend {

// Throws InputError for what is no valid module, whatever LLVM would do with it.
std::unique_ptr<llvm::Module> read_llvm(const std::string& file, llvm::LLVMContext& context);

}  // namespace overtake::frontend
