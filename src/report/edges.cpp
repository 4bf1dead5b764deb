#include "report/edges.h"

#include <algorithm>
#include <map>
#include <unordered_map>
#include <utility>

#include "report/slice.h"

namespace overtake::report {
namespace {

using memory::kNoStep;
using memory::Record;

// What is known of a byte of memory while the accesses go on.
struct Byte {
  std::uint32_t writer = kNoStep;
  std::vector<std::uint32_t> readers;  // of the value that is there now
};

class Relations {
 public:
  void read(const MemoryAccess& a) {
    if (a.from_own_buffer)
      read_early_[a.reads_from].push_back(a.event);
    else
      for (unsigned i = 0; i < a.size; ++i) memory_[a.address + i].readers.push_back(a.event);
  }

  void write(const MemoryAccess& a) {
    // Reads that the buffer served have read what memory holds from now on.
    const auto early = read_early_.find(a.event);
    for (unsigned i = 0; i < a.size; ++i) {
      Byte& byte = memory_[a.address + i];
      succeed(byte, a.event);
      byte.writer = a.event;
      byte.readers = early == read_early_.end() ? std::vector<std::uint32_t>{} : early->second;
    }
  }

  void never_written(const std::vector<MemoryAccess>& buffer) {
    std::unordered_map<Address, std::uint32_t> own;
    for (const MemoryAccess& a : buffer)
      for (unsigned i = 0; i < a.size; ++i) {
        const auto [before, first] = own.try_emplace(a.address + i, a.event);
        const auto byte = memory_.find(a.address + i);
        if (!first)
          edges_.coherence.push_back({std::exchange(before->second, a.event), a.event});
        else if (byte != memory_.end())
          succeed(byte->second, a.event);
      }
  }

  Edges finish() {
    for (std::vector<Edge>* list : {&edges_.coherence, &edges_.from_read}) {
      std::sort(list->begin(), list->end());
      list->erase(std::unique(list->begin(), list->end()), list->end());
    }
    return std::move(edges_);
  }

 private:
  // `store` comes after what the byte holds.
  void succeed(const Byte& byte, std::uint32_t store) {
    if (byte.writer != kNoStep) edges_.coherence.push_back({byte.writer, store});
    for (std::uint32_t reader : byte.readers)
      if (reader != store) edges_.from_read.push_back({reader, store});
  }

  Edges edges_;
  std::unordered_map<Address, Byte> memory_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> read_early_;  // by the buffered store
};

}  // namespace

Edges edges(std::span<const MemoryAccess> accesses,
            std::span<const std::vector<MemoryAccess>> buffered) {
  Relations relations;
  for (const MemoryAccess& a : accesses) {
    if (a.reads) relations.read(a);
    if (a.writes) relations.write(a);
  }
  for (const std::vector<MemoryAccess>& buffer : buffered) relations.never_written(buffer);
  return relations.finish();
}

Edges edges(const memory::Replay& replay) {
  const std::vector<std::uint32_t> drained = drained_stores(replay);
  std::vector<MemoryAccess> accesses;
  std::map<std::size_t, const Record*> last;  // of each thread
  for (std::uint32_t i = 0; i < replay.records.size(); ++i) {
    const Record& r = replay.records[i];
    last[r.step.thread.index()] = &r;
    if (is_failing_access(replay, r)) continue;
    accesses.push_back({.event = r.step.drain ? drained[i] : i,
                        .address = r.op.address,
                        .size = std::max<unsigned>(r.op.size, 1),
                        .reads = r.reads && !r.step.drain,
                        .writes = r.wrote_memory,
                        .from_own_buffer = r.from_own_buffer,
                        .reads_from = r.reads_from});
  }
  std::vector<std::vector<MemoryAccess>> buffered;
  for (const auto& [thread, record] : last) {
    buffered.emplace_back();
    for (const memory::BufferedStore& store : record->buffer)
      buffered.back().push_back(
          {.event = store.issued_at, .address = store.address, .size = store.size});
  }
  return edges(accesses, buffered);
}

std::vector<std::uint32_t> drained_stores(const memory::Replay& replay) {
  std::vector<std::uint32_t> result(replay.records.size(), kNoStep);
  std::map<std::size_t, const Record*> last;  // of each thread
  for (std::size_t i = 0; i < replay.records.size(); ++i) {
    const Record& r = replay.records[i];
    const Record*& previous = last[r.step.thread.index()];
    if (r.step.drain && previous != nullptr) {
      // The store that left: in the buffer before, not after.
      for (const auto& store : previous->buffer)
        if (std::none_of(r.buffer.begin(), r.buffer.end(),
                         [&](const auto& s) { return s.issued_at == store.issued_at; }))
          result[i] = store.issued_at;
    }
    previous = &r;
  }
  return result;
}

}  // namespace overtake::report
