// Overlapping locations in careful explorations, which have no epochs (run_mixed.cpp): a location
// is looked at in *cells*, the pieces of it that no write of τ divides. Each cell has sources of
// its own, and what is read is put together from them.
#include <algorithm>

#include "smc/classes.h"
#include "smc/run.h"

namespace overtake::smc {

// In the order of τ.
std::vector<Position> Run::overlapping_writes(std::uint32_t location) const {
  std::vector<Position> writes;
  for (const std::uint32_t id : locations_.overlapping(location)) {
    const std::vector<Position>& there = trace_.writes_on(id);
    writes.insert(writes.end(), there.begin(), there.end());
  }
  std::ranges::sort(writes);
  return writes;
}

std::vector<Run::Cell> Run::cells_of(std::uint32_t location) const {
  const LocationInfo& info = locations_[location];
  const std::vector<Position> writes = overlapping_writes(location);
  std::vector<std::uint32_t> boundaries{0, info.size};
  for (const Position w : writes) {
    const LocationInfo& other = locations_[trace_[w].location];
    for (const std::uint64_t at : {other.offset, other.offset + other.size})
      if (at > info.offset && at < info.offset + info.size)
        boundaries.push_back(static_cast<std::uint32_t>(at - info.offset));
  }
  std::ranges::sort(boundaries);
  boundaries.erase(std::unique(boundaries.begin(), boundaries.end()), boundaries.end());
  std::vector<Cell> cells;
  for (std::size_t i = 0; i + 1 < boundaries.size(); ++i) {
    Cell cell{boundaries[i], boundaries[i + 1], {kInitial}};
    for (const Position w : writes)
      if (covers_cell(w, location, cell)) cell.writes.push_back(w);
    cells.push_back(std::move(cell));
  }
  return cells;
}

bool Run::covers_cell(Position write, std::uint32_t location, const Cell& cell) const {
  const LocationInfo& info = locations_[location];
  const LocationInfo& other = locations_[trace_[write].location];
  return other.offset <= info.offset + cell.begin &&
         info.offset + cell.end <= other.offset + other.size;
}

// Of two writes that share a byte: whether `older` reaches memory first in every run.
bool Run::supersedes(Position newer, Position older) const {
  if (trace_[newer].thread == trace_[older].thread)
    return trace_[newer].index > trace_[older].index;
  return execution_.visible_after(older, newer);
}

// Whether one read can obtain x for its cell a and y for its cell b. A write that it obtains for
// one cell is there for the other one, too, if it covers both.
bool Run::agree(std::uint32_t location, const Cell& a, Position x, const Cell& b,
                Position y) const {
  if (x == y) return true;
  const bool x_in_b = x != kInitial && covers_cell(x, location, b);
  const bool y_in_a = y != kInitial && covers_cell(y, location, a);
  if (x_in_b && y_in_a) return false;
  if (x_in_b && (y == kInitial || supersedes(x, y))) return false;
  return !(y_in_a && (x == kInitial || supersedes(y, x)));
}

exec::Value Run::cell_value(std::uint32_t location, const Cell& cell, Position write) const {
  return execution_.bytes_at(location, write, cell.begin, cell.end);
}

void Run::add_cell(exec::Value& to, const exec::Value& from, const Cell& cell) {
  for (std::uint32_t i = cell.begin; i < cell.end; ++i) to.copy_byte(i, from, i);
}

// Grows with the locations.
std::span<const consistency::Extent> Run::extents() {
  for (auto id = static_cast<std::uint32_t>(extents_.size()); id < locations_.size(); ++id)
    extents_.push_back({locations_[id].object.value, locations_[id].offset, locations_[id].size});
  return extents_;
}

// The values that the location may hold at the end, as far as causality says.
std::vector<exec::Value> Run::final_bytes(std::uint32_t location) const {
  std::vector<Cell> cells = cells_of(location);
  for (Cell& cell : cells) {
    const std::vector<Position> all = cell.writes;
    std::erase_if(cell.writes, [&](Position w) {
      return std::ranges::any_of(all, [&](Position other) {
        return other != kInitial && other != w && (w == kInitial || supersedes(other, w));
      });
    });
  }
  std::vector<exec::Value> values;
  std::vector<Position> chosen;
  const auto choose = [&](const auto& self, const exec::Value& so_far) -> void {
    const std::size_t i = chosen.size();
    if (i == cells.size()) {
      if (std::ranges::find(values, so_far) == values.end()) values.push_back(so_far);
      return;
    }
    for (const Position w : cells[i].writes) {
      bool agrees = true;
      for (std::size_t k = 0; k < i && agrees; ++k)
        agrees = agree(location, cells[k], chosen[k], cells[i], w);
      if (!agrees) continue;
      exec::Value value = so_far;
      add_cell(value, cell_value(location, cells[i], w), cells[i]);
      chosen.push_back(w);
      self(self, value);
      chosen.pop_back();
    }
  };
  choose(choose, {});
  return values;
}

// Who obtains that value obtains it for each cell.
consistency::ReadParts Run::parts_with_value(std::uint32_t location,
                                             const exec::Value& value) const {
  consistency::ReadParts parts;
  for (const Cell& cell : cells_of(location)) {
    exec::Value wanted;
    add_cell(wanted, value, cell);
    consistency::ReadPart part{cell.begin, cell.end, {}};
    for (const Position w : cell.writes)
      if (cell_value(location, cell, w) == wanted) part.good.push_back(event_of(w));
    parts.push_back(std::move(part));
  }
  return parts;
}

consistency::ReadParts Run::parts_that_fit(const FinalRead& read) const {
  if (read.exactly != nullptr) return parts_with_value(read.location, *read.exactly);
  const std::vector<Cell> cells = cells_of(read.location);
  if (cells.size() > 1)
    throw NeedsExhaustive{"a loop that spins on accesses of different sizes", {}};
  consistency::ReadPart part{cells.front().begin, cells.front().end, {}};
  for (const Position w : cells.front().writes)
    if (read.fits(execution_.value_at(read.location, w))) part.good.push_back(event_of(w));
  return {std::move(part)};
}

// Of a read that has one source for each of its bytes; they are told apart only if they differ.
void Run::add_sources_of_bytes(Position read, History& h) const {
  const auto add = [&](EventId w) {
    if (w == kInitialWrite)
      h.source(0, 0);
    else
      h.source(names_.identity(trace_[w.value].thread), trace_[w.value].index);
  };
  const consistency::ReadParts& parts = parts_[read];
  const EventId first = parts.front().good.front();
  if (std::ranges::all_of(parts, [&](const auto& part) { return part.good.front() == first; }))
    return add(first);
  for (const consistency::ReadPart& part : parts)
    for (std::uint32_t i = part.begin; i < part.end; ++i) add(part.good.front());
}

}  // namespace overtake::smc
