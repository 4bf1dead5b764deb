// Overlapping locations in careful explorations, which have no epochs (epochs.h): a
// location is looked at in *cells*, the pieces of it that no write of τ divides. Each cell has
// sources of its own, and the value of a read is put together from them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "consistency/verify_overlaps.h"
#include "smc/current_execution.h"

namespace overtake::smc {

// The bytes begin .. end - 1 of a location that no write of τ divides, and the writes that cover
// them, of which the initial value may be one.
struct Cell {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::vector<Position> writes;
};

class ByteCells {
 public:
  explicit ByteCells(const CurrentExecution& execution) : execution_(execution) {}

  std::vector<Cell> cells_of(std::uint32_t location) const;
  bool covers(Position write, std::uint32_t location, const Cell& cell) const;
  // Of two writes that share a byte: whether `older` reaches memory first in every run.
  bool supersedes(Position newer, Position older) const;
  // Whether one read can obtain x for its cell a and y for its cell b.
  bool agree(std::uint32_t location, const Cell& a, Position x, const Cell& b, Position y) const;
  // The bytes of the cell only.
  exec::Value value_of(std::uint32_t location, const Cell& cell, Position write) const {
    return execution_.bytes_at(location, write, cell.begin, cell.end);
  }
  static void add(exec::Value& to, const exec::Value& from, const Cell& cell);

  // The values that the location may hold at the end, as far as causality says.
  std::vector<exec::Value> final_values(std::uint32_t location) const;
  // What a read that obtains the value obtains for each cell.
  consistency::ReadParts parts_with_value(std::uint32_t location, const exec::Value& value) const;
  // By location; grows with the locations.
  std::span<const consistency::Extent> extents();

 private:
  std::vector<Position> overlapping_writes(std::uint32_t location) const;

  const CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  const Locations& locations_ = execution_.locations();
  std::vector<consistency::Extent> extents_;
};

}  // namespace overtake::smc
