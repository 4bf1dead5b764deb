// The basic blocks of a function's flat code, and the edges between them.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/program.h"
#include "ir/shape.h"

namespace overtake::ir {

using BlockId = Id<struct BlockTag>;

struct Block {
  std::uint32_t first = 0;  // instructions first .. end-1
  std::uint32_t end = 0;
  std::vector<BlockId> successors;  // each once, in the order of the last instruction's targets
};

struct Cfg {
  std::vector<Block> blocks;      // in the order of the code; block 0 is the entry
  std::vector<BlockId> block_of;  // by instruction

  const Block& operator[](BlockId b) const { return blocks[b.index()]; }
};

// A block ends before a target, after a jump, and after a call with a landing pad.
Cfg build_cfg(const Function& function);

// By block: can control get there from the entry?
std::vector<bool> reachable(const Cfg& cfg);

}  // namespace overtake::ir
