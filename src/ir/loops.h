// Loops of a function, and their bounding for `--unroll N`.
#pragma once

#include <cstdint>
#include <string>
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

// How often loops may run.
struct LoopBounds {
  // One loop, or all loops of a function.
  struct One {
    std::string file;        // the end of its path; empty: by function
    std::uint32_t line = 0;  // where the loop begins
    std::string function;
    std::uint32_t bound = 0;
    friend bool operator==(const One&, const One&) = default;
  };
  std::uint32_t all = 0;  // 0: the others are not bounded
  bool counted = true;    // `all` also bounds loops whose number of iterations is known
  std::vector<One> ones = {};

  bool none() const { return all == 0 && ones.empty(); }
  friend bool operator==(const LoopBounds&, const LoopBounds&) = default;
};

// Inserts LoopBound instructions, so that a thread that wants more iterations of one run of a loop
// than it may do stops as `bounded`, with the loop's place. Wants clean, not yet simplified code:
// threaded jumps blur where an iteration begins. Returns which of `ones` there is a loop for.
std::vector<bool> bound_loops(Program& program, const LoopBounds& bounds);
inline void bound_loops(Program& program, std::uint32_t unroll) {
  bound_loops(program, LoopBounds{.all = unroll});
}

}  // namespace overtake::ir
