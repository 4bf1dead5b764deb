// Loops of a process in which it does nothing that others could see: it works on its registers, and
// fences what it has stored before.
#pragma once

#include <vector>

#include "gcl/ast.h"

namespace overtake::gcl {

// Skip, assign, assume, assert, fence.
bool is_unseen(const Statement& s);

// By label: whether it is one of those that cut the loops. A process that iterates by such
// statements passes such a label in every iteration.
std::vector<bool> local_loop_heads(const Process& process);

// Whether a process that is at the label will skip, assign and fence for ever, whatever it chooses.
bool idles_forever(const Process& process, LabelId at);

}  // namespace overtake::gcl
