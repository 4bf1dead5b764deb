// Where the accesses of a bounded program may go, and the cells that shared memory falls into.
//
// A target is an object and an offset. Most addresses of a bounded program are constants and have
// one target; the others have those that a points-to analysis leaves (flow-insensitive, one set for
// each register and for the contents of each object), at the offsets that are multiples of the
// access's size.
//
// A cell is a piece of an object that every access either covers or does not touch: the "memory
// location" of SMA §IV. Accesses of different sizes to the same bytes cover several cells; they
// read, or write, all of them at the same time.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "seq/bound.h"

namespace overtake::seq {

using CellId = Id<struct CellTag>;

struct Cell {
  ir::GlobalId object;
  std::uint64_t offset = 0;
  std::uint32_t size = 0;
};

struct Target {
  ir::GlobalId object;
  std::uint64_t offset = 0;
};

struct AccessTargets {
  std::vector<Target> targets;
  bool constant_address = false;  // then there is at most one target; none: the address is wrong
  bool visible = false;           // some target is shared memory that some thread may write
};

// Whether the instruction reads or writes memory: an access that neither ends an object nor asks
// for its size, nor for what the thread itself knows of a mutex.
bool touches_memory(const ir::Instruction& instruction);

class Targets {
 public:
  explicit Targets(const BoundedProgram& program);

  // Of the Load, Store, Rmw, Cas, Sync, Free or ObjectSize at functions[instance].code[index].
  const AccessTargets& of(std::uint32_t instance, std::uint32_t index) const;

  const std::vector<Cell>& cells() const { return cells_; }
  // The cells of `size` bytes at the target, in the order of their offsets.
  std::span<const CellId> cells_at(const Target& target, std::uint64_t size) const;

  bool may_be_freed(ir::GlobalId object) const { return freed_[object.index()]; }
  // Some cell is written and read in different sizes.
  bool mixed_sizes() const { return mixed_; }

 private:
  void resolve(const BoundedProgram& program);
  void make_cells(const BoundedProgram& program);

  std::vector<std::map<std::uint32_t, AccessTargets>> accesses_;  // by instance, by instruction
  std::vector<Cell> cells_;
  std::vector<std::vector<CellId>> by_object_;  // sorted by offset
  std::vector<char> freed_;
  bool mixed_ = false;
};

}  // namespace overtake::seq
