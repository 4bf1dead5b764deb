// Which step of a replayed run a read obtains each of its bytes from.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "memory/replay.h"

namespace overtake::smc {

class SourcesOfRun {
 public:
  explicit SourcesOfRun(std::size_t threads) : buffers_(threads) {}

  std::uint32_t of(std::size_t thread, Address byte) const {
    for (auto e = buffers_[thread].rbegin(); e != buffers_[thread].rend(); ++e)
      if (e->address <= byte && byte < e->address + e->size) return e->issued_at;
    const auto it = memory_.find(byte);
    return it == memory_.end() ? memory::kNoStep : it->second;
  }

  // After the step i.
  void note(std::uint32_t i, const memory::Record& r) {
    std::vector<memory::BufferedStore>& buffer = buffers_[r.step.thread.index()];
    if (r.wrote_memory) {
      std::uint32_t writer = i;
      if (r.step.drain)  // the oldest one to that place
        for (auto e = buffer.rbegin(); e != buffer.rend(); ++e)
          if (e->address == r.op.address && e->size == r.op.size) writer = e->issued_at;
      for (unsigned k = 0; k < r.op.size; ++k) memory_[r.op.address + k] = writer;
    }
    buffer = r.buffer;
  }

 private:
  std::vector<std::vector<memory::BufferedStore>> buffers_;  // by thread
  std::unordered_map<Address, std::uint32_t> memory_;
};

}  // namespace overtake::smc
