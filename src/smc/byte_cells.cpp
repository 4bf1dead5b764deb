#include "smc/byte_cells.h"

#include <algorithm>

#include "smc/hidden_writes.h"

namespace overtake::smc {

// In the order of τ.
std::vector<Position> ByteCells::overlapping_writes(std::uint32_t location) const {
  std::vector<Position> writes;
  for (const std::uint32_t id : locations_.overlapping(location)) {
    const std::vector<Position>& there = trace_.writes_on(id);
    writes.insert(writes.end(), there.begin(), there.end());
  }
  std::ranges::sort(writes);
  return writes;
}

std::vector<Cell> ByteCells::cells_of(std::uint32_t location) const {
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
      if (covers(w, location, cell)) cell.writes.push_back(w);
    cells.push_back(std::move(cell));
  }
  return cells;
}

bool ByteCells::covers(Position write, std::uint32_t location, const Cell& cell) const {
  const LocationInfo& info = locations_[location];
  const LocationInfo& other = locations_[trace_[write].location];
  return other.offset <= info.offset + cell.begin &&
         info.offset + cell.end <= other.offset + other.size;
}

bool ByteCells::supersedes(Position newer, Position older) const {
  if (trace_[newer].thread == trace_[older].thread)
    return trace_[newer].index > trace_[older].index;
  return visible_after(trace_, execution_.model(), older, newer);
}

// A write that the read obtains for one cell is there for the other one, too, if it covers both.
bool ByteCells::agree(std::uint32_t location, const Cell& a, Position x, const Cell& b,
                      Position y) const {
  if (x == y) return true;
  const bool x_in_b = x != kInitial && covers(x, location, b);
  const bool y_in_a = y != kInitial && covers(y, location, a);
  if (x_in_b && y_in_a) return false;
  if (x_in_b && (y == kInitial || supersedes(x, y))) return false;
  return !(y_in_a && (x == kInitial || supersedes(y, x)));
}

void ByteCells::add(exec::Value& to, const exec::Value& from, const Cell& cell) {
  for (std::uint32_t i = cell.begin; i < cell.end; ++i) to.copy_byte(i, from, i);
}

std::span<const consistency::Extent> ByteCells::extents() {
  for (auto id = static_cast<std::uint32_t>(extents_.size()); id < locations_.size(); ++id)
    extents_.push_back({locations_[id].object.value, locations_[id].offset, locations_[id].size});
  return extents_;
}

std::vector<exec::Value> ByteCells::final_values(std::uint32_t location) const {
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
      add(value, value_of(location, cells[i], w), cells[i]);
      chosen.push_back(w);
      self(self, value);
      chosen.pop_back();
    }
  };
  choose(choose, {});
  return values;
}

consistency::ReadParts ByteCells::parts_with_value(std::uint32_t location,
                                                   const exec::Value& value) const {
  consistency::ReadParts parts;
  for (const Cell& cell : cells_of(location)) {
    exec::Value wanted;
    add(wanted, value, cell);
    consistency::ReadPart part{cell.begin, cell.end, {}};
    for (const Position w : cell.writes)
      if (value_of(location, cell, w) == wanted) part.good.push_back(event_of(w));
    parts.push_back(std::move(part));
  }
  return parts;
}

}  // namespace overtake::smc
