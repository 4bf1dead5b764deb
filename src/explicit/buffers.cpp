#include "explicit/buffers.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"

namespace overtake::explicit_state {

std::optional<ValueId> Buffers::newest(BufferId b, CellId cell) const {
  const std::vector<Entry>& all = entries(b);
  const auto it =
      std::find_if(all.rbegin(), all.rend(), [&](const Entry& e) { return e.cell == cell; });
  if (it == all.rend()) return std::nullopt;
  return it->value;
}

bool Buffers::drained_for(BufferId b, CellId cell, bool writes) const {
  return std::ranges::none_of(
      entries(b), [&](const Entry& e) { return e.cell == cell || (!e.cell.valid() && writes); });
}

BufferId Buffers::push(BufferId b, CellId cell, ValueId value) {
  const std::uint64_t key = std::uint64_t{cell.value} << 32 | value.value;
  if (const auto it = buffers_[b.index()].pushed.find(key); it != buffers_[b.index()].pushed.end())
    return it->second;
  if (frozen_) throw NotYetKnown{};
  std::vector<Entry> next = entries(b);
  next.push_back({cell, value});
  const BufferId id = intern(std::move(next));
  buffers_[b.index()].pushed.emplace(key, id);
  return id;
}

BufferId Buffers::push_fence(BufferId b) {
  if (b == empty() || !entries(b).back().cell.valid()) return b;
  return push(b, CellId::none(), ValueId{0});
}

BufferId Buffers::drain(BufferId b, std::uint32_t entry) {
  if (const BufferId known = buffers_[b.index()].drained[entry]; known.valid()) return known;
  if (frozen_) throw NotYetKnown{};
  std::vector<Entry> next = entries(b);
  next.erase(next.begin() + entry);
  while (!next.empty() && !next.front().cell.valid()) next.erase(next.begin());
  const BufferId id = intern(std::move(next));
  buffers_[b.index()].drained[entry] = id;
  return id;
}

BufferId Buffers::intern(std::vector<Entry> entries) {
  // Under PSO no thread can tell in which order stores to different cells were issued, unless a
  // store-store fence stands between them.
  if (model_ == Model::PSO) {
    const auto is_mark = [](const Entry& e) { return !e.cell.valid(); };
    for (auto first = entries.begin(); first != entries.end();) {
      const auto last = std::find_if(first, entries.end(), is_mark);
      std::stable_sort(first, last, [](const Entry& a, const Entry& b) { return a.cell < b.cell; });
      first = last == entries.end() ? last : last + 1;
    }
  }
  std::uint64_t h = entries.size();
  for (const Entry& e : entries) h = combine(combine(h, e.cell.value), e.value.value);
  std::vector<BufferId>& same_hash = by_hash_[h];
  for (BufferId b : same_hash)
    if (buffers_[b.index()].entries == entries) return b;

  Buffer buffer;
  for (std::uint32_t i = 0; i < entries.size(); ++i) {
    if (!entries[i].cell.valid()) {
      if (model_ == Model::PSO) break;
      continue;
    }
    const bool first = model_ == Model::PSO
                           ? std::none_of(entries.begin(), entries.begin() + i,
                                          [&](const Entry& e) { return overlap(e, entries[i]); })
                           : i == 0;
    if (first) buffer.can_drain.push_back(i);
  }
  buffer.stores = static_cast<std::size_t>(
      std::ranges::count_if(entries, [](const Entry& e) { return e.cell.valid(); }));
  buffer.drained.resize(entries.size());
  buffer.entries = std::move(entries);
  const BufferId id{buffers_.size()};
  buffers_.push_back(std::move(buffer));
  same_hash.push_back(id);
  return id;
}

}  // namespace overtake::explicit_state
