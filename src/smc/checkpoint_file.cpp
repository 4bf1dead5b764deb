// The file: a line of text, the format's version, the key, the snapshot, and a hash of all that.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "base/advice.h"
#include "base/words.h"
#include "smc/checkpoint.h"

namespace overtake::smc {

namespace {

constexpr char kMagic[] = "overtake checkpoint\n";  // 20 characters: five words
constexpr std::size_t kMagicBytes = sizeof kMagic - 1;
constexpr std::uint32_t kVersion = 3;
static_assert(kMagicBytes % sizeof(std::uint32_t) == 0);

Hash128 hash_of(std::span<const std::uint32_t> words) {
  Hash128 h;
  h.add(words.size());
  for (const std::uint32_t word : words) h.add(word);
  return h;
}

void put_text(WordWriter& out, const std::string& text) {
  out.put(static_cast<std::uint32_t>(text.size()));
  for (const char c : text) out.put(static_cast<unsigned char>(c));
}

std::string get_text(WordReader& in) {
  std::string text;
  for (std::uint32_t n = in.get_count(); n > 0; --n) text += static_cast<char>(in.get());
  return text;
}

[[noreturn]] void fail(const std::string& path, const char* doing) {
  throw InputError(fmt::format("{}: {}: {}", path, doing, std::strerror(errno)));
}

class File {
 public:
  File(const std::string& path, int flags) : fd_(open(path.c_str(), flags | O_CLOEXEC, 0666)) {
    if (fd_ < 0) fail(path, "cannot be written");
  }
  ~File() { close(fd_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  void write_all(const std::string& path, const void* data, std::size_t size) const {
    const char* at = static_cast<const char*>(data);
    while (size > 0) {
      const ssize_t written = write(fd_, at, size);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail(path, "cannot be written");
      at += written;
      size -= static_cast<std::size_t>(written);
    }
  }
  void sync(const std::string& path) const {
    if (fsync(fd_) != 0) fail(path, "cannot be written");
  }

 private:
  int fd_;
};

}  // namespace

void write_checkpoint(const std::string& path, const CheckpointKey& key, const Snapshot& snapshot) {
  std::vector<std::uint32_t> words;
  WordWriter out(words);
  out.put(kVersion);
  put_text(out, key.program);
  put_text(out, key.options);
  const std::vector<std::uint32_t> content = encode(snapshot);
  words.insert(words.end(), content.begin(), content.end());
  out.put(hash_of(words));

  const std::string unfinished = path + ".part";
  {
    const File file(unfinished, O_WRONLY | O_CREAT | O_TRUNC);
    file.write_all(unfinished, kMagic, kMagicBytes);
    file.write_all(unfinished, words.data(), words.size() * sizeof(std::uint32_t));
    file.sync(unfinished);
  }
  if (std::rename(unfinished.c_str(), path.c_str()) != 0) fail(path, "cannot be written");
  const std::filesystem::path folder = std::filesystem::absolute(path).parent_path();
  File(folder.string(), O_RDONLY | O_DIRECTORY).sync(folder.string());
}

Snapshot read_checkpoint(const std::string& path, const CheckpointKey& key) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  if (!file) fail(path, "cannot be read");
  const auto size = static_cast<std::size_t>(file.tellg());
  file.seekg(0);
  char magic[kMagicBytes];
  if (size < kMagicBytes || !file.read(magic, kMagicBytes) ||
      std::memcmp(magic, kMagic, kMagicBytes) != 0)
    throw InputError(fmt::format("{}: this is not a checkpoint", path));
  const std::size_t bytes = size - kMagicBytes;
  std::vector<std::uint32_t> words(bytes / sizeof(std::uint32_t));
  constexpr std::size_t kHashWords = sizeof(Hash128) / sizeof(std::uint32_t);
  const bool whole =
      bytes % sizeof(std::uint32_t) == 0 && words.size() > kHashWords &&
      file.read(reinterpret_cast<char*>(words.data()), static_cast<std::streamsize>(bytes));
  // A file of another version may have its hash elsewhere.
  if (!words.empty() && words[0] != kVersion && words[0] != 0 && words[0] < 1000)
    throw AdvisedError(
        fmt::format("{}: a checkpoint of format {}, and this overtake reads format {}", path,
                    words[0], kVersion),
        Advice::StartAgain);
  const std::span<const std::uint32_t> content(words.data(), whole ? words.size() - kHashWords : 0);
  if (!whole || WordReader(std::span(words).last(kHashWords)).get_hash() != hash_of(content))
    throw AdvisedError(fmt::format("{}: the checkpoint is damaged", path), Advice::StartAgain);
  WordReader in(content.subspan(1));
  const std::string program = get_text(in);
  const std::string options = get_text(in);
  if (program != key.program)
    throw InputError(fmt::format(
        "{}: a checkpoint of another program ({}, this one is {}); it can only continue with the "
        "same sources, compiler flags and version of overtake",
        path, program, key.program));
  if (options != key.options)
    throw InputError(fmt::format("{}: a checkpoint of a run with other options: {}\n  this run: {}",
                                 path, options, key.options));
  return decode(in.remaining());
}

}  // namespace overtake::smc
