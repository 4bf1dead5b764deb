// Dense ids for the shared locations (object, offset, size) that an exploration meets.
#pragma once

#include <tsl/robin_map.h>

#include <cstdint>
#include <vector>

#include "base/hash.h"
#include "exec/executor.h"

namespace overtake::smc {

struct LocationInfo {
  SlotId object;
  std::uint64_t offset = 0;
  std::uint8_t size = 0;
  exec::Value initial;
};

class Locations {
 public:
  explicit Locations(const ir::Program& program) : program_(program) {}

  // `image`: the global whose initial bytes the object starts with; none for zeroes.
  // Sets `overlap` if the location overlaps another one of a different offset or size.
  std::uint32_t intern(SlotId object, std::uint64_t offset, std::uint8_t size, ir::GlobalId image,
                       bool& overlap);
  const LocationInfo& operator[](std::uint32_t id) const { return infos_[id]; }
  std::size_t size() const { return infos_.size(); }

 private:
  struct KeyHash {
    std::size_t operator()(std::uint64_t k) const { return mix(k); }
  };
  bool overlaps_known(const LocationInfo& info) const;

  const ir::Program& program_;
  std::vector<LocationInfo> infos_;
  tsl::robin_map<std::uint64_t, std::uint32_t, KeyHash> ids_;            // by object, offset, size
  tsl::robin_map<std::uint32_t, std::vector<std::uint32_t>> by_object_;  // slot -> ids
};

}  // namespace overtake::smc
