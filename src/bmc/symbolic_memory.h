// The memory of a symbolic run: for each global an array of units of 1, 2, 4 or 8 bytes, each a bit
// vector. Cheap to copy: chunks of units are shared between copies until one of them writes.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "bmc/bits.h"
#include "ir/program.h"

namespace overtake::bmc {

// Where the bytes of the globals are. The unit of a global is the widest in which all its accesses
// with constant addresses are whole and aligned.
class MemoryLayout {
 public:
  explicit MemoryLayout(const ir::Program& program);

  struct Place {
    ir::GlobalId global;
    std::uint64_t offset = 0;
  };
  // Where `size` bytes at the address are; nothing if there are no such bytes.
  std::optional<Place> find(Address address, std::uint64_t size) const;

  const ir::Program& program() const { return program_; }
  std::uint32_t unit_bytes(ir::GlobalId g) const { return unit_[g.index()]; }
  std::uint32_t first_unit(ir::GlobalId g) const { return first_[g.index()]; }
  std::uint32_t units() const { return units_; }

 private:
  const ir::Program& program_;
  std::vector<std::uint32_t> unit_;
  std::vector<std::uint32_t> first_;
  std::uint32_t units_ = 0;
};

class SymbolicMemory {
 public:
  SymbolicMemory(const MemoryLayout& layout, BitVectors& bits);

  Bits load(BitVectors& bits, const MemoryLayout& layout, const MemoryLayout::Place& at,
            unsigned size) const;
  void store(BitVectors& bits, const MemoryLayout& layout, const MemoryLayout::Place& at,
             unsigned size, Bits value);
  // This memory where `c` holds, else the other one.
  void merge(BitVectors& bits, Lit c, const SymbolicMemory& otherwise);

 private:
  static constexpr std::uint32_t kChunk = 64;
  using Chunk = std::array<Bits, kChunk>;

  Bits unit(std::uint32_t i) const { return (*chunks_[i / kChunk])[i % kChunk]; }
  void set_unit(std::uint32_t i, Bits value);

  std::vector<std::shared_ptr<Chunk>> chunks_;
};

}  // namespace overtake::bmc
