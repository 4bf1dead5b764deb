#include "frontend/clang/asked_files.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/BLAKE3.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>

namespace overtake::frontend {

std::string digest_of(llvm::StringRef bytes) {
  const auto digest = llvm::BLAKE3::hash(llvm::arrayRefFromStringRef(bytes));
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

Answer answer_now(const std::string& path, bool read) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status)) return {};
  if (llvm::sys::fs::is_directory(status)) return {Answer::Kind::Folder};
  if (!read) return {Answer::Kind::File};
  const auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/false,
                                                  /*RequiresNullTerminator=*/false);
  return buffer ? Answer{Answer::Kind::File, digest_of((*buffer)->getBuffer())} : Answer{};
}

Answer& AskedFiles::answer(const llvm::Twine& path) {
  llvm::SmallString<256> full;
  path.toVector(full);
  (void)makeAbsolute(full);
  return answers_[full.str().str()];
}

llvm::ErrorOr<llvm::vfs::Status> AskedFiles::status(const llvm::Twine& path) {
  auto status = ProxyFileSystem::status(path);
  Answer& known = answer(path);
  if (status) known.kind = status->isDirectory() ? Answer::Kind::Folder : Answer::Kind::File;
  return status;
}

llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> AskedFiles::openFileForRead(
    const llvm::Twine& path) {
  auto file = ProxyFileSystem::openFileForRead(path);
  Answer& known = answer(path);
  if (!file) return file;
  const auto status = (*file)->status();
  if (status && status->isDirectory()) {
    known.kind = Answer::Kind::Folder;
    return file;
  }
  known.kind = Answer::Kind::File;
  if (!known.digest.empty()) return file;
  // Files are mapped, so that reading twice costs little.
  if (auto again = ProxyFileSystem::openFileForRead(path))
    if (const auto text = (*again)->getBuffer(path, -1, /*RequiresNullTerminator=*/false))
      known.digest = digest_of((*text)->getBuffer());
  return file;
}

}  // namespace overtake::frontend
