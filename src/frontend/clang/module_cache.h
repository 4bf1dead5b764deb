// What was compiled, kept from one run to the next: modules, and precompiled includes (preamble.h).
//
// An entry is found by the command line of the compilation: flags, file, current folder,
// environment and the executable itself, so that another version has entries of its own. It holds
// what the compiler asked of the file system (asked_files.h) and is used only if all of that has
// the same answers, files by their contents. Entries are written aside and renamed, so that several
// processes can share a folder; an entry that is not whole is ignored. The least recently used ones
// are removed when the folder grows beyond kMaxBytes.
#pragma once

#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/clang/asked_files.h"

namespace overtake::frontend {

struct Kept {
  std::string bytes;
  Answers answers;
};

class CompilerCache {
 public:
  static constexpr std::uint64_t kMaxBytes = std::uint64_t{256} << 20;

  // An empty folder: nothing is kept. `command`: all that determines the result, besides files.
  CompilerCache(std::string folder, const std::vector<std::string>& command);

  bool enabled() const { return !folder_.empty(); }
  // Nothing if there is none that is right today.
  std::optional<Kept> find() const;
  // A cache that cannot be written is no reason to fail.
  void keep(llvm::StringRef bytes, const Answers& answers) const;

  // Null if there is none that is right today.
  std::unique_ptr<llvm::Module> find_module(llvm::LLVMContext& context) const;
  void keep_module(const llvm::Module& module, const Answers& answers) const;

 private:
  std::string path() const;
  void make_room() const;

  std::string folder_;
  std::string key_;  // hexadecimal
};

}  // namespace overtake::frontend
