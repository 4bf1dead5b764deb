#include "observe/findings_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

#include "base/error.h"

namespace overtake::observe {
namespace {

constexpr std::uint64_t kHeaderBytes = 4096;

// A file in memory.
class Mapped {
 public:
  explicit Mapped(const std::string& path) {
    const int fd = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat status{};
    if (fd < 0 || fstat(fd, &status) != 0) {
      if (fd >= 0) close(fd);
      throw InputError(path + ": cannot be read");
    }
    size_ = static_cast<std::uint64_t>(status.st_size);
    data_ = size_ == 0 ? nullptr : mmap(nullptr, size_, PROT_READ, MAP_SHARED, fd, 0);
    close(fd);
    if (data_ == MAP_FAILED) throw InputError(path + ": cannot be read");
  }
  ~Mapped() {
    if (size_ != 0) munmap(data_, size_);
  }
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;

  const char* data() const { return static_cast<const char*>(data_); }
  std::uint64_t size() const { return size_; }

 private:
  void* data_ = nullptr;
  std::uint64_t size_ = 0;
};

void read_record(const char* at, std::uint64_t offset, Findings& out) {
  RecordHeader header{};
  std::memcpy(&header, at, sizeof(header));
  const auto has = [&](std::uint64_t bytes) { return header.bytes >= bytes; };
  switch (header.kind) {
    case RecordKind::Violation:
    case RecordKind::Race:
    case RecordKind::Whole: {
      const auto* r = reinterpret_cast<const PairRecord*>(at);
      const std::uint64_t pairs = header.kind == RecordKind::Whole ? r->count : 0;
      if (!has(sizeof(*r)) ||
          !has(sizeof(*r) + r->event_count * sizeof(WindowEvent) + pairs * sizeof(PairOfEvents)))
        return;
      FoundPair pair{header.kind,
                     offset,
                     r->count,
                     r->first_seq,
                     r->second_seq,
                     r->models,
                     r->window_models,
                     r->truncated != 0,
                     {r->events, r->events + r->event_count},
                     {}};
      if (header.kind == RecordKind::Whole) {
        const auto* all = reinterpret_cast<const PairOfEvents*>(r->events + r->event_count);
        pair.all.assign(all, all + r->count);
      }
      out.pairs.push_back(std::move(pair));
      break;
    }
    case RecordKind::Deadlock: {
      const auto* r = reinterpret_cast<const DeadlockRecord*>(at);
      if (!has(sizeof(*r)) || !has(sizeof(*r) + r->count * sizeof(WaitingThread))) return;
      out.deadlocks.push_back({{r->waiting, r->waiting + r->count}});
      break;
    }
    case RecordKind::Crash:
      if (!has(sizeof(CrashRecord)) || reinterpret_cast<const CrashRecord*>(at)->count > 62) return;
      out.crashes.push_back(*reinterpret_cast<const CrashRecord*>(at));
      break;
    case RecordKind::Module: {
      const auto* r = reinterpret_cast<const ModuleRecord*>(at);
      if (!has(sizeof(*r) + 1) || at[header.bytes - 1] != 0) return;
      out.modules.push_back({r->begin, r->end, r->offset, r->path});
      break;
    }
    case RecordKind::Thread: {
      const auto* r = reinterpret_cast<const ThreadRecord*>(at);
      if (!has(sizeof(*r))) return;
      out.threads[r->thread] = *r;
      break;
    }
  }
}

}  // namespace

Findings read_findings(const std::string& path) {
  const Mapped file(path);
  Findings out;
  if (file.size() == 0) return out;
  if (file.size() < kHeaderBytes) throw InputError(path + ": not a file of findings");
  std::memcpy(&out.header, file.data(), sizeof(out.header));
  if (out.header.magic == 0) return {};
  if (out.header.magic != kFindingsMagic || out.header.version != kFindingsVersion)
    throw InputError(path + ": not a file of findings, or of another version of overtake");
  const std::uint64_t context_bytes = out.header.context_capacity * sizeof(ContextNode);
  const std::uint64_t records = kHeaderBytes + context_bytes;
  if (out.header.context_count >= out.header.context_capacity ||
      records + out.header.record_bytes > file.size())
    throw InputError(path + ": findings are cut off");
  const auto* nodes = reinterpret_cast<const ContextNode*>(file.data() + kHeaderBytes);
  out.contexts.assign(nodes, nodes + out.header.context_count + 1);
  for (std::uint64_t at = 0; at + sizeof(RecordHeader) <= out.header.record_bytes;) {
    RecordHeader header{};
    std::memcpy(&header, file.data() + records + at, sizeof(header));
    if (header.bytes < sizeof(header) || at + header.bytes > out.header.record_bytes) break;
    read_record(file.data() + records + at, at, out);
    at += header.bytes;
  }
  return out;
}

std::vector<std::uint64_t> Findings::stack(std::uint64_t pc, std::uint32_t context) const {
  std::vector<std::uint64_t> out;
  if (pc != 0) out.push_back(pc);
  while (context != 0 && context < contexts.size()) {
    out.push_back(contexts[context].pc);
    context = contexts[context].parent;
  }
  return out;
}

std::string Findings::thread_name(std::uint32_t number) const {
  if (number == 1) return "main";
  const auto found = threads.find(number);
  if (found == threads.end() || found->second.parent == 0) return "T#" + std::to_string(number);
  const std::string parent =
      found->second.parent == 1 ? "T" : thread_name(found->second.parent) + ".";
  return parent + std::to_string(found->second.index);
}

}  // namespace overtake::observe
