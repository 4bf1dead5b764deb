// What concerns its own thread only: the passes that find it, in the order in which they need each
// other. The tool and the judges of the passes (src/fuzz) run the same.
#pragma once

#include "ir/program.h"

namespace overtake::ir {

// Landing pads that nothing reaches, private objects, those of them that can be registers, and
// values that decide nothing.
void localize(Program& program);

}  // namespace overtake::ir
