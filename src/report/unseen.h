// Stores that were not seen: reads that missed them, and writes that overwrote them unread.
#pragma once

#include <cstdint>
#include <vector>

#include "memory/replay.h"
#include "report/causes.h"
#include "report/names.h"

namespace overtake::report {

// A read that obtained an older value although another thread had already stored a newer one, which
// was still in that thread's store buffer.
struct MissedStore {
  std::uint32_t read = memory::kNoStep;
  std::uint32_t store = memory::kNoStep;  // the step that put it into the buffer
  // PSO: a later store of the same thread that had already reached memory.
  std::uint32_t overtaking_store = memory::kNoStep;
};

// A store that another thread overwrote between that thread's read and its write.
struct LostUpdate {
  std::uint32_t read = memory::kNoStep;
  std::uint32_t lost = memory::kNoStep;
  std::uint32_t write = memory::kNoStep;
};

inline bool overlap(Address a, unsigned a_size, Address b, unsigned b_size) {
  return a < b + b_size && b < a + a_size;
}

// `issued_by`: for drains, the step of the store (report/edges.h). Only those that are to blame.
std::vector<MissedStore> missed_stores(const memory::Replay& replay,
                                       const std::vector<std::uint32_t>& issued_by, Causes& causes);

std::vector<LostUpdate> lost_updates(const ir::Program& program, const memory::Replay& replay,
                                     const std::vector<std::uint32_t>& issued_by,
                                     const Names& names);

}  // namespace overtake::report
