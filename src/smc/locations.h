// Dense ids for the shared locations (object, offset, size) that an exploration meets. An object
// that one execution allocates zeroed and another one uninitialized is two.
#pragma once

#include <tsl/robin_map.h>

#include <array>
#include <cstdint>
#include <vector>

#include "base/hash.h"
#include "exec/executor.h"

namespace overtake::smc {

struct LocationInfo {
  // The writer of a byte of an epoch's initial value; thread none: it is the object's own.
  struct Writer {
    ThreadId thread;
    std::uint32_t index = 0;
    friend bool operator==(const Writer&, const Writer&) = default;
  };

  SlotId object;
  std::uint64_t offset = 0;
  std::uint8_t size = 0;
  exec::Value initial;
  bool uninitialized = false;  // the object starts so
  // An epoch (epochs.h) of the location `plain`; kNotAnEpoch: the location as such.
  std::uint32_t plain = kNotAnEpoch;
  std::array<Writer, 16> writers{};

  static constexpr std::uint32_t kNotAnEpoch = 0xffffffffu;
};

class Locations {
 public:
  explicit Locations(const ir::Program& program) : program_(program) {}

  // Sets `overlap` if the location is new and overlaps another one.
  std::uint32_t intern(SlotId object, std::uint64_t offset, std::uint8_t size,
                       const exec::Initial& initial, bool& overlap);
  // The epoch of that location with that content.
  std::uint32_t intern_epoch(const LocationInfo& epoch, Hash128 content);
  const LocationInfo& operator[](std::uint32_t id) const { return infos_[id]; }
  std::size_t size() const { return infos_.size(); }
  // Itself, and the locations that share bytes with it. Epochs are not among them.
  const std::vector<std::uint32_t>& overlapping(std::uint32_t id) const { return overlapping_[id]; }

 private:
  struct KeyHash {
    std::size_t operator()(std::uint64_t k) const { return mix(k); }
  };
  static std::uint32_t object_key(const LocationInfo& info) {
    return info.object.value | (info.uninitialized ? 1u << 31 : 0u);
  }
  bool note_overlaps(std::uint32_t id);

  const ir::Program& program_;
  std::vector<LocationInfo> infos_;
  std::vector<std::vector<std::uint32_t>> overlapping_;                  // by location
  tsl::robin_map<std::uint64_t, std::uint32_t, KeyHash> ids_;            // by object, offset, size
  tsl::robin_map<std::uint32_t, std::vector<std::uint32_t>> by_object_;  // object -> ids
  tsl::robin_map<Hash128, std::uint32_t, Hash128Hasher> epochs_;
};

}  // namespace overtake::smc
