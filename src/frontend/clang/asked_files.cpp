#include "frontend/clang/asked_files.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/BLAKE3.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

#include <vector>

namespace overtake::frontend {

std::string digest_of(llvm::StringRef bytes) {
  const auto digest = llvm::BLAKE3::hash(llvm::arrayRefFromStringRef(bytes));
  return {reinterpret_cast<const char*>(digest.data()), digest.size()};
}

namespace {

// The names in a folder, in a fixed order.
std::string listing(llvm::vfs::FileSystem& files, const llvm::Twine& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (auto it = files.dir_begin(folder, error); !error && it != llvm::vfs::directory_iterator();
       it.increment(error))
    names.push_back(llvm::sys::path::filename(it->path()).str());
  llvm::sort(names);
  std::string all;
  for (const std::string& name : names) all += name + '\0';
  return all;
}

// A file that notes what the compiler reads of it.
class NotedFile : public llvm::vfs::File {
 public:
  NotedFile(std::unique_ptr<File> file, Answer& answer) : file_(std::move(file)), answer_(answer) {}
  ~NotedFile() override { (void)file_->close(); }

  llvm::ErrorOr<llvm::vfs::Status> status() override { return file_->status(); }
  llvm::ErrorOr<std::string> getName() override { return file_->getName(); }
  std::error_code close() override { return file_->close(); }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name,
                                                               int64_t size, bool terminated,
                                                               bool may_change) override {
    auto buffer = file_->getBuffer(name, size, terminated, may_change);
    if (buffer) note_read(answer_, (*buffer)->getBuffer());
    return buffer;
  }

 private:
  std::unique_ptr<File> file_;
  Answer& answer_;
};

}  // namespace

void note_read(Answer& answer, llvm::StringRef text) {
  std::string digest = digest_of(text);
  const bool changed = !answer.digest.empty() && answer.digest != digest;
  answer = {changed ? Answer::Kind::Passing : Answer::Kind::File, std::move(digest)};
}

Answer answer_now(const std::string& path, bool read) {
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status)) return {};
  if (llvm::sys::fs::is_directory(status))
    return {Answer::Kind::Folder,
            read ? digest_of(listing(*llvm::vfs::getRealFileSystem(), path)) : ""};
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
  if (status && known.kind == Answer::Kind::Missing)
    known.kind = status->isDirectory() ? Answer::Kind::Folder : Answer::Kind::File;
  return status;
}

llvm::vfs::directory_iterator AskedFiles::dir_begin(const llvm::Twine& path,
                                                    std::error_code& error) {
  if (Answer& known = answer(path); status(path) && known.kind == Answer::Kind::Folder)
    known.digest = digest_of(listing(getUnderlyingFS(), path));
  return ProxyFileSystem::dir_begin(path, error);
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
  if (known.kind == Answer::Kind::Missing) known.kind = Answer::Kind::File;
  return std::make_unique<NotedFile>(std::move(*file), known);
}

}  // namespace overtake::frontend
