// The cells of all memory, found by address.
//
// Two levels: a table with an entry for each 16 MB of the address space, and for those that are
// used 64 MB of cells, of which the kernel keeps only what was written. So there are no demands on
// where the program's memory lies. Sets of readers and split cells come from a pool of blocks.
#pragma once

#include <cstdint>

#include "observe/core/cells.h"
#include "observe/core/pages.h"

namespace overtake::observe {

// A set of readers (a list of blocks), or the four cells of a split one.
union Block {
  struct {
    std::uint32_t next;  // the next block of the set; of a free block: the next free one
    std::uint32_t count;
    Mark marks[7];
  } set;
  Cell bytes[kGranule];
};
static_assert(sizeof(Block) == 64);

class Shadow {
 public:
  static constexpr unsigned kChunkBits = 24;
  static constexpr unsigned kAddressBits = 47;
  static constexpr std::size_t kCellsInChunk = (std::size_t{1} << kChunkBits) / kGranule;
  static constexpr std::uint32_t kMaxBlocks = 1u << 22;
  static constexpr std::uint32_t kMaxChunks = 1u << 16;  // 1 TB of memory that is used

  // False if there is no memory for the tables.
  bool start();
  void stop();

  // The cell of an address; null if there is no memory for it.
  Cell* cell(Address address) {
    Cell* chunk = chunks_[number_of(address)];
    if (__builtin_expect(chunk == nullptr, 0)) {
      chunk = add_chunk(number_of(address));
      if (chunk == nullptr) return nullptr;
    }
    return chunk + (address & ((Address{1} << kChunkBits) - 1)) / kGranule;
  }
  // The same, but null if nothing was ever accessed near.
  Cell* find(Address address) {
    Cell* chunk = chunks_[number_of(address)];
    return chunk == nullptr ? nullptr
                            : chunk + (address & ((Address{1} << kChunkBits) - 1)) / kGranule;
  }

  Block& block(std::uint32_t index) { return blocks_[index]; }
  // 0: there are none left.
  std::uint32_t take_block();
  void free_block(std::uint32_t index);
  void free_set(Mark set);

  // Splits a cell whose marks are not Mixed into bytes; false if there are no blocks left.
  bool split(Cell& cell);
  // One cell again, of which nothing is known.
  void merge(Cell& cell) { clear_cell(cell); }

  // The memory is another object from now on: nothing is known of it.
  void clear(Address begin, std::uint64_t bytes);
  // Of all memory.
  void clear_all();

 private:
  // Addresses from 2^47 on are none: the program is about to fail.
  static std::uint64_t number_of(Address address) {
    return (address >> kChunkBits) & ((std::uint64_t{1} << (kAddressBits - kChunkBits)) - 1);
  }
  Cell* add_chunk(std::uint64_t number);
  bool copy_set(Mark& set);
  void clear_cell(Cell& cell);
  void clear_cells(Cell* cells, std::size_t count);

  PageArray<Cell*> chunks_;
  PageArray<std::uint32_t> used_;  // numbers of chunks
  PageArray<Block> blocks_;
  std::uint32_t used_count_ = 0;
  std::uint32_t block_end_ = 1;  // blocks from here on were never used
  std::uint32_t free_ = 0;
  std::uint32_t blocks_in_use_ = 0;
};

}  // namespace overtake::observe
