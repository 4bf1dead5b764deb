#include "frontend/clang/module_cache.h"

#include <llvm/ADT/StringExtras.h>
#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <sys/stat.h>
#include <utime.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace overtake::frontend {
namespace {

namespace fs = std::filesystem;

constexpr llvm::StringRef kMagic = "overtake module 1\n";
constexpr std::size_t kDigest = 32;

// What clang and its driver read besides the command line.
constexpr const char* kEnvironment[] = {"CPATH",
                                        "C_INCLUDE_PATH",
                                        "CPLUS_INCLUDE_PATH",
                                        "CCC_OVERRIDE_OPTIONS",
                                        "COMPILER_PATH",
                                        "SOURCE_DATE_EPOCH",
                                        "TZ"};

// Another build has other entries, also one of the same version.
std::string executable() {
  struct stat status{};
  if (stat("/proc/self/exe", &status) != 0) return "";
  return std::to_string(status.st_size) + "." + std::to_string(status.st_mtim.tv_sec) + "." +
         std::to_string(status.st_mtim.tv_nsec);
}

void put(std::string& out, llvm::StringRef text) {
  const std::uint64_t size = text.size();
  out.append(reinterpret_cast<const char*>(&size), sizeof size);
  out.append(text.data(), text.size());
}

// Takes from the front; a text that is cut short is empty, and so is all that follows.
llvm::StringRef take(llvm::StringRef& in) {
  std::uint64_t size = 0;
  if (in.size() < sizeof size) return in = "";
  std::memcpy(&size, in.data(), sizeof size);
  if (in.size() - sizeof size < size) return in = "";
  const llvm::StringRef text = in.substr(sizeof size, size);
  in = in.drop_front(sizeof size + size);
  return text;
}

// The answers of then, unless one of them is another today.
std::optional<Answers> still_right(llvm::StringRef questions) {
  Answers answers;
  while (!questions.empty()) {
    const std::string path = take(questions).str();
    const llvm::StringRef kind = take(questions), digest = take(questions);
    if (path.empty() || kind.size() != 1) return std::nullopt;
    const Answer then{static_cast<Answer::Kind>(kind[0]), digest.str()};
    if (answer_now(path, !digest.empty()) != then) return std::nullopt;
    answers.emplace(path, then);
  }
  return answers;
}

bool is_passing(const Answers& answers) {
  return std::ranges::any_of(
      answers, [](const auto& answer) { return answer.second.kind == Answer::Kind::Passing; });
}

}  // namespace

CompilerCache::CompilerCache(std::string folder, const std::vector<std::string>& command)
    : folder_(std::move(folder)) {
  if (folder_.empty()) return;
  std::string all = kMagic.str();
  put(all, executable());
  llvm::SmallString<256> current;
  if (llvm::sys::fs::current_path(current)) folder_.clear();
  put(all, current);
  for (const char* name : kEnvironment) {
    const char* value = std::getenv(name);
    put(all, value == nullptr ? "" : value);
  }
  for (const std::string& word : command) put(all, word);
  key_ = llvm::toHex(digest_of(all), /*LowerCase=*/true);
}

std::string CompilerCache::path() const { return folder_ + "/" + key_ + ".module"; }

std::optional<Kept> CompilerCache::find() const {
  if (!enabled()) return std::nullopt;
  auto file = llvm::MemoryBuffer::getFile(path(), /*IsText=*/false,
                                          /*RequiresNullTerminator=*/false);
  if (!file) return std::nullopt;
  llvm::StringRef in = (*file)->getBuffer();
  if (!in.consume_front(kMagic) || in.size() < kDigest) return std::nullopt;
  const llvm::StringRef digest = in.take_front(kDigest);
  in = in.drop_front(kDigest);
  if (digest_of(in) != digest) return std::nullopt;
  std::optional<Answers> answers = still_right(take(in));
  if (!answers) return std::nullopt;
  (void)utime(path().c_str(), nullptr);  // used just now
  return Kept{take(in).str(), std::move(*answers)};
}

std::unique_ptr<llvm::Module> CompilerCache::find_module(llvm::LLVMContext& context) const {
  const std::optional<Kept> kept = find();
  if (!kept) return nullptr;
  // Whole: which function calls which is asked of modules before their functions are lowered.
  auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(kept->bytes, path()), context);
  if (module) return std::move(*module);
  llvm::consumeError(module.takeError());
  return nullptr;
}

void CompilerCache::keep_module(const llvm::Module& module, const Answers& answers) const {
  if (!enabled()) return;
  std::string bitcode;
  llvm::raw_string_ostream stream(bitcode);
  llvm::WriteBitcodeToFile(module, stream);
  keep(bitcode, answers);
}

void CompilerCache::keep(llvm::StringRef bytes, const Answers& answers) const {
  if (!enabled() || is_passing(answers)) return;
  std::string questions, body;
  for (const auto& [path, answer] : answers) {
    if (path == "/overtake" || llvm::StringRef(path).starts_with("/overtake/"))
      continue;  // ours: part of the executable
    put(questions, path);
    put(questions, std::string(1, static_cast<char>(answer.kind)));
    put(questions, answer.digest);
  }
  put(body, questions);
  put(body, bytes);

  std::error_code failed;
  fs::create_directories(folder_, failed);
  if (failed) return;
  make_room();
  llvm::SmallString<256> aside;
  int fd = -1;
  if (llvm::sys::fs::createUniqueFile(folder_ + "/" + key_ + ".%%%%%%%%.tmp", fd, aside)) return;
  llvm::raw_fd_ostream out(fd, /*shouldClose=*/true);
  out << kMagic << digest_of(body) << body;
  out.close();
  const bool complete = !out.has_error();
  out.clear_error();
  if (!complete || llvm::sys::fs::rename(aside, path())) (void)llvm::sys::fs::remove(aside);
}

void CompilerCache::make_room() const {
  struct Entry {
    fs::path path;
    std::uint64_t size;
    fs::file_time_type used;
  };
  std::vector<Entry> entries;
  std::uint64_t bytes = 0;
  std::error_code failed;
  for (auto it = fs::directory_iterator(folder_, failed); !failed && it != fs::directory_iterator();
       it.increment(failed)) {
    std::error_code gone;
    const Entry entry{it->path(), it->file_size(gone), it->last_write_time(gone)};
    if (gone) continue;
    bytes += entry.size;
    entries.push_back(entry);
  }
  std::ranges::sort(entries, {}, &Entry::used);
  for (const Entry& entry : entries) {
    if (bytes <= kMaxBytes) return;
    std::error_code gone;
    fs::remove(entry.path, gone);
    bytes -= entry.size;
  }
}

}  // namespace overtake::frontend
