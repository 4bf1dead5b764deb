// Loops of a function, and their bounding for `--unroll N`.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/cfg.h"
#include "ir/program.h"

namespace overtake::ir {

inline constexpr std::uint32_t kNoLoop = 0xffffffffu;

// A loop is a set of blocks that reach each other. Control enters it at the header, or, if it is
// irreducible, elsewhere as well. Without its header it may contain further loops.
struct Loop {
  BlockId header;
  std::uint32_t parent = kNoLoop;  // the loop around it; parents come first
  std::vector<BlockId> blocks;     // those of inner loops, too
};

struct LoopForest {
  std::vector<Loop> loops;
  std::vector<std::uint32_t> innermost;  // by block: a loop, or kNoLoop

  bool contains(std::uint32_t loop, BlockId block) const {
    std::uint32_t l = innermost[block.index()];
    while (l != kNoLoop && l != loop) l = loops[l].parent;
    return l == loop;
  }
};

// Every cycle of reachable code goes through the header of one of the loops.
LoopForest find_loops(const Cfg& cfg);

// Inserts LoopBound instructions, so that a thread that wants more than `unroll` iterations of one
// run of a loop stops as `bounded`, with the loop's place. Wants clean, not yet simplified code:
// threaded jumps blur where an iteration begins.
void bound_loops(Program& program, std::uint32_t unroll);

}  // namespace overtake::ir
