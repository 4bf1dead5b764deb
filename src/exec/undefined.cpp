#include "exec/undefined.h"

#include <algorithm>

#include "base/hash.h"

namespace overtake::exec {

std::vector<UndefinedWords::Range>::const_iterator UndefinedWords::find(std::size_t word) const {
  return std::partition_point(ranges_.begin(), ranges_.end(),
                              [&](const Range& r) { return r.end() <= word; });
}

Undefined UndefinedWords::at(std::size_t word) const {
  const auto r = find(word);
  if (r == ranges_.end() || r->first > word) return {};
  return {r->mask, r->origin};
}

bool UndefinedWords::any(std::size_t first, std::size_t end) const {
  const auto r = find(first);
  return r != ranges_.end() && r->first < end;
}

void UndefinedWords::set(std::size_t word, Undefined what) {
  auto r = ranges_.begin() + (find(word) - ranges_.cbegin());
  const auto w = static_cast<std::uint32_t>(word);
  if (r != ranges_.end() && r->first <= word) {
    if (r->mask == what.mask) return;
    // Split around the word.
    const Range before{r->first, w - r->first, r->mask, r->origin};
    const Range after{w + 1, static_cast<std::uint32_t>(r->end() - word - 1), r->mask, r->origin};
    r = ranges_.erase(r);
    if (after.count > 0) r = ranges_.insert(r, after);
    if (before.count > 0) r = ranges_.insert(r, before) + 1;
  }
  if (!what) return;
  r = ranges_.insert(r, {w, 1, what.mask, what.origin});
  if (r + 1 != ranges_.end() && joins(*r, r[1])) {
    r->count += r[1].count;
    ranges_.erase(r + 1);
  }
  if (r != ranges_.begin() && joins(r[-1], *r)) {
    r[-1].count += r->count;
    ranges_.erase(r);
  }
}

bool UndefinedWords::joins(const Range& a, const Range& b) {
  return a.end() == b.first && a.mask == b.mask && a.origin == b.origin;
}

void UndefinedWords::append(std::size_t first, std::size_t count, ir::SourceId origin) {
  if (count == 0) return;
  ranges_.push_back({static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count),
                     ~std::uint64_t{0}, origin});
}

void UndefinedWords::truncate(std::size_t end) {
  while (!ranges_.empty() && ranges_.back().first >= end) ranges_.pop_back();
  if (!ranges_.empty() && ranges_.back().end() > end)
    ranges_.back().count = static_cast<std::uint32_t>(end - ranges_.back().first);
}

std::uint64_t UndefinedWords::hash(std::size_t first, std::size_t end) const {
  std::uint64_t h = 0;
  for (auto r = find(first); r != ranges_.end() && r->first < end; ++r)
    for (std::size_t w = std::max<std::size_t>(r->first, first); w < std::min(r->end(), end); ++w)
      h = combine(h ^ w, r->mask);
  return h;
}

}  // namespace overtake::exec
