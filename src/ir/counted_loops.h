// Loops whose number of iterations is known when they begin: `for (i = 0; i < n; ++i) a[i] = 0;`.
#pragma once

#include <cstdint>

#include "ir/loops.h"

namespace overtake::ir {

// Whether every way out of the loop, and nothing but it, is decided by registers that the loop
// computes from each other: not by what memory holds, by calls or by other threads. Exceptions and
// code that only fails are no ways out. A loop without any way out is not counted, and neither is
// one in which these registers do not change.
bool is_counted(const Function& function, const Cfg& cfg, const LoopForest& forest,
                std::uint32_t loop);

}  // namespace overtake::ir
