#include "smc/locations.h"

namespace overtake::smc {

bool Locations::overlaps_known(const LocationInfo& info) const {
  const auto it = by_object_.find(object_key(info));
  if (it == by_object_.end()) return false;
  for (std::uint32_t id : it->second) {
    const LocationInfo& known = infos_[id];
    if (known.offset < info.offset + info.size && info.offset < known.offset + known.size)
      return true;
  }
  return false;
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
  overlap = overlap || overlaps_known(info);
  by_object_[object_key(info)].push_back(it->second);
  infos_.push_back(info);
  return it->second;
}

std::uint32_t Locations::intern_epoch(const LocationInfo& epoch, Hash128 content) {
  content.add(epoch.plain);
  const auto [it, added] = epochs_.try_emplace(content, static_cast<std::uint32_t>(infos_.size()));
  if (added) infos_.push_back(epoch);
  return it->second;
}

}  // namespace overtake::smc
