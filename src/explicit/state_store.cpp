#include "explicit/state_store.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <utility>

#include "base/error.h"
#include "base/hash.h"

namespace overtake::explicit_state {
namespace {

constexpr std::size_t kFirstTable = 1u << 13;
constexpr std::size_t kFirstRows = 1u << 10;
constexpr std::size_t kOld = ~std::size_t{0};

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

// --- rows that wait ------------------------------------------------------------------------------

void Rows::clear(const Layout& layout) {
  stride_ = layout.stride();
  bytes_.clear();
  hashes_.clear();
  parents_.clear();
}

void Rows::truncate(std::size_t size) {
  bytes_.resize(size * stride_);
  hashes_.resize(size);
  parents_.resize(size);
}

bool Rows::add(const Layout& layout, std::span<const std::uint32_t> row, StateIndex parent) {
  if (row.size() != layout.columns()) return false;
  const std::size_t at = bytes_.size();
  bytes_.resize(at + stride_);
  if (!layout.pack(row, bytes_.data() + at)) {
    bytes_.resize(at);
    return false;
  }
  hashes_.push_back(hash_bytes(bytes_.data() + at, stride_));
  parents_.push_back(parent);
  return true;
}

// --- one row -------------------------------------------------------------------------------------

void StateStore::reset(Layout layout) {
  layout_ = std::move(layout);
  bytes_ = std::vector<std::uint8_t>();
  parents_ = std::vector<StateIndex>();
  table_.assign(kFirstTable, kNoState);
  filled_.assign(kParts, 0);
  scratch_.assign(layout_.stride(), 0);
}

// The slot that holds the row, or the free one where it belongs. No part is ever full.
std::size_t StateStore::slot_of(const std::uint8_t* packed, std::uint64_t hash) const {
  const std::size_t mask = part_size() - 1;
  const std::size_t first = part_of(hash) * part_size();
  const std::size_t stride = layout_.stride();
  std::size_t at = hash & mask;
  while (table_[first + at] != kNoState &&
         std::memcmp(bytes_.data() + table_[first + at] * stride, packed, stride) != 0)
    at = (at + 1) & mask;
  return first + at;
}

StateIndex StateStore::add_packed(const std::uint8_t* packed, std::uint64_t hash, StateIndex parent,
                                  bool& is_new) {
  const std::size_t slot = slot_of(packed, hash);
  is_new = table_[slot] == kNoState;
  if (!is_new) return table_[slot];
  if (parents_.size() >= kNoState - 1) throw InputError("more than 4 billion states");
  const auto index = static_cast<StateIndex>(parents_.size());
  table_[slot] = index;
  if (parents_.size() == parents_.capacity()) reserve(parents_.size() + 1);
  bytes_.insert(bytes_.end(), packed, packed + layout_.stride());
  parents_.push_back(parent);
  if (++filled_[part_of(hash)] + 1 == part_size() || too_full()) grow();
  return index;
}

StateStore::Added StateStore::add(std::span<const std::uint32_t> row, StateIndex parent) {
  if (row.size() != layout_.columns() || !layout_.pack(row, scratch_.data()))
    return {.overflow = true};
  Added added;
  added.index = add_packed(scratch_.data(), hash_bytes(scratch_.data(), layout_.stride()), parent,
                           added.is_new);
  return added;
}

StateIndex StateStore::find(std::span<const std::uint32_t> row) const {
  std::vector<std::uint8_t> packed(layout_.stride());
  if (row.size() != layout_.columns() || !layout_.pack(row, packed.data())) return kNoState;
  return table_[slot_of(packed.data(), hash_bytes(packed.data(), packed.size()))];
}

// By doubling, for every caller: how much room there is depends on the number of rows only.
void StateStore::reserve(std::size_t rows) {
  std::size_t room = std::max(parents_.capacity(), kFirstRows);
  while (room < rows) room *= 2;
  parents_.reserve(room);
  bytes_.reserve(room * layout_.stride());
}

void StateStore::grow() {
  const std::size_t size = table_.size() * 2;
  table_ = std::vector<StateIndex>();
  table_.assign(size, kNoState);
  const std::size_t mask = part_size() - 1;
  const std::size_t stride = layout_.stride();
  for (std::size_t i = 0; i < parents_.size(); ++i) {
    const std::uint64_t hash = hash_bytes(bytes_.data() + i * stride, stride);
    const std::size_t first = part_of(hash) * part_size();
    std::size_t at = hash & mask;
    while (table_[first + at] != kNoState) at = (at + 1) & mask;
    table_[first + at] = static_cast<StateIndex>(i);
  }
}

// --- many rows -----------------------------------------------------------------------------------

void StateStore::add_all(std::span<Rows* const> all, Workers& workers) {
  std::vector<std::size_t> first;  // by element of `all`: how many rows come before it
  std::size_t rows = 0;
  for (const Rows* r : all) {
    first.push_back(rows);
    rows += r->size();
  }
  if (parents_.size() + rows >= kNoState - 1) throw InputError("more than 4 billion states");
  if (workers.count() > 1 && rows <= room() && find_slots(all, first, workers))
    return number_rows(all, workers);
  bool is_new = false;
  for (const Rows* r : all)
    for (std::size_t i = 0; i < r->size(); ++i)
      add_packed(r->row(i), r->hashes_[i], r->parents_[i], is_new);
}

// Each worker takes the rows that belong to some parts of the table, in their order: the first of
// equal rows gets the slot. Until rows have their numbers, the n-th of them is called size() + n.
// False: a part has no room, and nothing was done.
bool StateStore::find_slots(std::span<Rows* const> all, std::span<const std::size_t> first,
                            Workers& workers) {
  const std::size_t known = parents_.size();
  const std::size_t stride = layout_.stride();
  const std::size_t mask = part_size() - 1;
  const auto bytes_of = [&](StateIndex i) {
    if (i < known) return static_cast<const std::uint8_t*>(bytes_.data() + i * stride);
    const std::size_t n = i - known;
    const auto owner =
        static_cast<std::size_t>(std::ranges::upper_bound(first, n) - first.begin()) - 1;
    return all[owner]->row(n - first[owner]);
  };
  for (Rows* r : all) r->slots_.assign(r->size(), kOld);
  const std::vector<std::size_t> filled_before = filled_;
  const std::size_t shares = std::min(workers.count(), kParts);
  std::atomic<bool> full{false};
  workers.for_each(shares, [&](std::size_t share, std::size_t) {
    const std::size_t begin = share * kParts / shares, end = (share + 1) * kParts / shares;
    for (std::size_t k = 0; k < all.size() && !full.load(std::memory_order_relaxed); ++k) {
      Rows& rows = *all[k];
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::uint64_t hash = rows.hashes_[i];
        const std::size_t part = part_of(hash);
        if (part < begin || part >= end) continue;
        StateIndex* const slots = table_.data() + part * part_size();
        std::size_t at = hash & mask;
        while (slots[at] != kNoState && std::memcmp(bytes_of(slots[at]), rows.row(i), stride) != 0)
          at = (at + 1) & mask;
        if (slots[at] != kNoState) continue;
        slots[at] = static_cast<StateIndex>(known + first[k] + i);
        rows.slots_[i] = part * part_size() + at;
        if (++filled_[part] + 1 >= part_size()) {
          full = true;
          return;
        }
      }
    }
  });
  if (!full) return true;
  for (const Rows* r : all)
    for (const std::size_t slot : r->slots_)
      if (slot != kOld) table_[slot] = kNoState;
  filled_ = filled_before;
  return false;
}

void StateStore::number_rows(std::span<Rows* const> all, Workers& workers) {
  std::vector<std::size_t> next;  // by element of `all`: the number of its first new row
  std::size_t size = parents_.size();
  for (const Rows* r : all) {
    next.push_back(size);
    size += r->size() - static_cast<std::size_t>(std::ranges::count(r->slots_, kOld));
  }
  if (size > parents_.capacity()) reserve(size);
  const std::size_t stride = layout_.stride();
  parents_.resize(size);
  bytes_.resize(size * stride);
  workers.for_each(all.size(), [&](std::size_t k, std::size_t) {
    std::size_t index = next[k];
    const Rows& rows = *all[k];
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (rows.slots_[i] == kOld) continue;
      std::memcpy(bytes_.data() + index * stride, rows.row(i), stride);
      parents_[index] = rows.parents_[i];
      table_[rows.slots_[i]] = static_cast<StateIndex>(index++);
    }
  });
  while (too_full()) grow(workers);
}

// A part of the larger table gets what was in the same part of the smaller one.
void StateStore::grow(Workers& workers) {
  const std::vector<StateIndex> old = std::move(table_);
  table_.assign(old.size() * 2, kNoState);
  const std::size_t mask = part_size() - 1;
  const std::size_t stride = layout_.stride();
  workers.for_each(kParts, [&](std::size_t part, std::size_t) {
    StateIndex* const slots = table_.data() + part * part_size();
    for (std::size_t o = part * part_size() / 2; o < (part + 1) * part_size() / 2; ++o) {
      if (old[o] == kNoState) continue;
      std::size_t at = hash_bytes(bytes_.data() + old[o] * stride, stride) & mask;
      while (slots[at] != kNoState) at = (at + 1) & mask;
      slots[at] = old[o];
    }
  });
}

}  // namespace overtake::explicit_state
