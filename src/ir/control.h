// Which branch decides whether a block is executed: control dependence, from post-dominance
// (Ferrante, Ottenstein, Warren, 1987).
#pragma once

#include <vector>

#include "ir/cfg.h"

namespace overtake::ir {

// By block: the blocks at whose end it is decided whether control gets there. From blocks that no
// way leads out of the function from, every other block counts as a way out: more is decided then,
// never less.
std::vector<std::vector<BlockId>> control_dependence(const Cfg& cfg);

}  // namespace overtake::ir
