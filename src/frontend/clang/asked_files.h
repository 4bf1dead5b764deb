// The file system with a memory: every question that the compiler asks, and its answer.
//
// What a compilation results in depends on its command line and on these answers alone: files that
// it read, and files that it looked for and did not find (a header that appears in an earlier
// folder is another program). A cache that keeps them knows when its result is that of today.
#pragma once

#include <llvm/Support/VirtualFileSystem.h>

#include <cstdint>
#include <map>
#include <string>

namespace overtake::frontend {

struct Answer {
  // Passing: no answer of another time is the same (what time it is, what a file holds that was
  // changed while it was read).
  enum class Kind : std::uint8_t { Missing, Folder, File, Passing };
  Kind kind = Kind::Missing;
  // Of a file that was read or the names in a folder that was listed; empty: only that it is there
  // matters.
  std::string digest = {};
  friend bool operator==(const Answer&, const Answer&) = default;
};
using Answers = std::map<std::string, Answer>;  // by absolute path

// 32 bytes.
std::string digest_of(llvm::StringRef bytes);

// Notes that a file with this text was read.
void note_read(Answer& answer, llvm::StringRef text);

// What the answer is now; the digest only if `read`.
Answer answer_now(const std::string& path, bool read);

class AskedFiles : public llvm::vfs::ProxyFileSystem {
 public:
  AskedFiles(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files, Answers& answers)
      : ProxyFileSystem(std::move(files)), answers_(answers) {}

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override;
  bool exists(const llvm::Twine& path) override {
    return status(path).getError() == std::error_code();
  }
  llvm::vfs::directory_iterator dir_begin(const llvm::Twine& path, std::error_code& error) override;
  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override;

 private:
  Answer& answer(const llvm::Twine& path);

  Answers& answers_;
};

}  // namespace overtake::frontend
