// Source places: from LLVM's debug locations to ir::SourceId, with the chain of inlining.
#pragma once

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/DebugLoc.h>
#include <llvm/IR/Function.h>

#include <string>
#include <vector>

#include "frontend/clang/debug_lowering.h"
#include "ir/builder.h"

namespace overtake::frontend {

class Places {
 public:
  Places(ir::Program& program, DebugLowering& names, const std::vector<std::string>& files);

  // `model`: the code is of runtime/, whose files are named "<runtime>/..."; headers of the C++
  // library are named "<c++>/...".
  ir::SourceId at(const llvm::DILocation* location, bool model);
  // Where the function begins; without debug information, its file alone.
  ir::SourceId of(const llvm::Function& function, bool model);
  // "file:line:column", as far as they are known.
  std::string text(ir::SourceId source) const;

 private:
  ir::FileId file(const llvm::DIFile* file, bool model);

  ir::Program& program_;
  DebugLowering& names_;
  llvm::StringMap<std::string> given_;  // absolute path of an input file -> as the user gave it
  llvm::DenseMap<const llvm::DIFile*, ir::FileId> files_;
  llvm::DenseMap<const llvm::DILocation*, ir::SourceId> locations_;
};

}  // namespace overtake::frontend
