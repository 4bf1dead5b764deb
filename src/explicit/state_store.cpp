#include "explicit/state_store.h"

#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/hash.h"

namespace overtake::explicit_state {
namespace {

constexpr std::size_t kFirstTable = 1u << 12;

std::uint64_t hash_bytes(const std::uint8_t* bytes, std::size_t count) {
  std::uint64_t h = 0x9e3779b97f4a7c15ull;
  while (count >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, 8);
    h = (h ^ word) * 0xd6e8feb86659fd93ull;
    h ^= h >> 32;
    bytes += 8;
    count -= 8;
  }
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, count);
  return mix(h ^ word);
}

}  // namespace

Layout::Layout(std::span<const std::uint32_t> largest) {
  for (std::uint32_t v : largest) {
    width_.push_back(v <= 0xff ? 1 : v <= 0xffff ? 2 : 4);
    stride_ += width_.back();
  }
}

bool Layout::pack(std::span<const std::uint32_t> row, std::uint8_t* out) const {
  for (std::size_t c = 0; c < width_.size(); ++c) {
    const std::uint32_t v = row[c];
    if (v > largest(c)) return false;
    out[0] = static_cast<std::uint8_t>(v);
    if (width_[c] > 1) out[1] = static_cast<std::uint8_t>(v >> 8);
    if (width_[c] > 2) {
      out[2] = static_cast<std::uint8_t>(v >> 16);
      out[3] = static_cast<std::uint8_t>(v >> 24);
    }
    out += width_[c];
  }
  return true;
}

void Layout::unpack(const std::uint8_t* in, std::span<std::uint32_t> row) const {
  for (std::size_t c = 0; c < width_.size(); ++c) {
    std::uint32_t v = in[0];
    if (width_[c] > 1) v |= static_cast<std::uint32_t>(in[1]) << 8;
    if (width_[c] > 2)
      v |= static_cast<std::uint32_t>(in[2]) << 16 | static_cast<std::uint32_t>(in[3]) << 24;
    row[c] = v;
    in += width_[c];
  }
}

void StateStore::reset(Layout layout) {
  layout_ = std::move(layout);
  bytes_.clear();
  parents_.clear();
  table_.assign(kFirstTable, kNoState);
  scratch_.assign(layout_.stride(), 0);
}

// The slot that holds the row, or the free one where it belongs.
std::size_t StateStore::slot_of(const std::uint8_t* packed) const {
  const std::size_t mask = table_.size() - 1;
  const std::size_t stride = layout_.stride();
  std::size_t slot = hash_bytes(packed, stride) & mask;
  while (table_[slot] != kNoState &&
         std::memcmp(bytes_.data() + table_[slot] * stride, packed, stride) != 0)
    slot = (slot + 1) & mask;
  return slot;
}

StateStore::Added StateStore::add(std::span<const std::uint32_t> row, StateIndex parent) {
  if (row.size() != layout_.columns() || !layout_.pack(row, scratch_.data()))
    return {.overflow = true};
  const std::size_t slot = slot_of(scratch_.data());
  if (table_[slot] != kNoState) return {.index = table_[slot]};
  if (parents_.size() >= kNoState - 1) throw InputError("more than 4 billion states");
  const auto index = static_cast<StateIndex>(parents_.size());
  table_[slot] = index;
  bytes_.insert(bytes_.end(), scratch_.begin(), scratch_.end());
  parents_.push_back(parent);
  if (parents_.size() * 5 > table_.size() * 3) grow();
  return {.index = index, .is_new = true};
}

StateIndex StateStore::find(std::span<const std::uint32_t> row) {
  if (row.size() != layout_.columns() || !layout_.pack(row, scratch_.data())) return kNoState;
  return table_[slot_of(scratch_.data())];
}

void StateStore::grow() {
  table_.assign(table_.size() * 2, kNoState);
  const std::size_t mask = table_.size() - 1;
  const std::size_t stride = layout_.stride();
  for (std::size_t i = 0; i < parents_.size(); ++i) {
    std::size_t slot = hash_bytes(bytes_.data() + i * stride, stride) & mask;
    while (table_[slot] != kNoState) slot = (slot + 1) & mask;
    table_[slot] = static_cast<StateIndex>(i);
  }
}

}  // namespace overtake::explicit_state
