// The includes at the head of a C++ file, precompiled: most of the time that a small client of a
// large library takes is clang's in the headers, which stay the same while the client is edited.
//
// The first run of a file compiles as always, and notes that it has seen these includes; the second
// one after a change to the rest of the file precompiles them (a third more than a compilation),
// and those after that only read what is left. Entries are those of the cache (module_cache.h):
// used only while the headers have the same contents. Includes whose effect on the rest of the file
// clang cannot keep (preprocessor_watch.h) are compiled with the file each time.
#pragma once

#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Frontend/PrecompiledPreamble.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "frontend/clang/module_cache.h"

namespace overtake::frontend {

class Preamble {
 public:
  // Where the compiler finds it, in this process only.
  static constexpr const char* kFile = "/overtake/preamble.pch";

  // The main file is read here, once: what is precompiled and what is compiled fit together.
  Preamble(const std::string& file, const std::string& cache_folder,
           const std::vector<std::string>& command);

  // Whether the file has includes at its head and there is a cache to keep them in.
  bool possible() const { return bounds_.Size > 0 && cache_.enabled(); }
  // What was kept, if it is right today; `seen`: these includes were compiled before.
  void find();
  bool found() const { return !pch_.empty(); }
  bool seen() const { return seen_; }
  // Compiles the includes and keeps them. False: as if there were none.
  bool build(const clang::CompilerInvocation& invocation,
             llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, const Answers& asked);
  void note_seen() const;

  // Lets the compilation begin after the includes.
  void use(clang::CompilerInvocation& invocation) const;
  llvm::StringRef bytes() const { return pch_; }
  llvm::StringRef text() const { return text_->getBuffer(); }
  // What the includes depend on.
  const Answers& answers() const { return answers_; }

 private:
  std::string file_;
  std::unique_ptr<llvm::MemoryBuffer> text_;
  clang::PreambleBounds bounds_{0, false};
  CompilerCache cache_;
  std::string folder_;
  bool seen_ = false;
  std::string pch_;
  Answers answers_;
};

}  // namespace overtake::frontend
