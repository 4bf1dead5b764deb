#include "smc/locations.h"

namespace overtake::smc {

// Whether there are any.
bool Locations::note_overlaps(std::uint32_t id) {
  const LocationInfo& info = infos_[id];
  overlapping_.resize(infos_.size());
  overlapping_[id] = {id};
  std::vector<std::uint32_t>& of_object = by_object_[object_key(info)];
  for (const std::uint32_t other : of_object) {
    const LocationInfo& known = infos_[other];
    if (known.offset >= info.offset + info.size || info.offset >= known.offset + known.size)
      continue;
    overlapping_[id].push_back(other);
    overlapping_[other].push_back(id);
  }
  of_object.push_back(id);
  return overlapping_[id].size() > 1;
}

std::uint32_t Locations::intern(SlotId object, std::uint64_t offset, std::uint8_t size,
                                const exec::Initial& initial, bool& overlap) {
  // Slots have 27 bits, offsets within an object of at most 1 GiB 30 bits, sizes 5.
  const std::uint64_t key = std::uint64_t{initial.undefined ? 1u : 0u} << 63 |
                            std::uint64_t{object.value} << 36 | offset << 5 | size;
  const auto [it, added] = ids_.try_emplace(key, static_cast<std::uint32_t>(infos_.size()));
  if (!added) return it->second;
  const LocationInfo info{.object = object,
                          .offset = offset,
                          .size = size,
                          .initial = initial.value(program_, offset, size),
                          .uninitialized = initial.undefined};
  const std::uint32_t id = it->second;
  infos_.push_back(info);
  overlap = note_overlaps(id) || overlap;
  return id;
}

std::uint32_t Locations::intern_epoch(const LocationInfo& epoch, Hash128 content) {
  content.add(epoch.plain);
  const auto [it, added] = epochs_.try_emplace(content, static_cast<std::uint32_t>(infos_.size()));
  if (added) infos_.push_back(epoch);
  return it->second;
}

}  // namespace overtake::smc
