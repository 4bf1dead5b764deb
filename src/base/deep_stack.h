// Runs something on a stack that is larger than what shells allow.
//
// Explorations and the compiler recurse as deep as the user's program makes them. The stack is
// reserved, not used: what is really touched counts against --memory like everything else.
#pragma once

#include <functional>

namespace overtake {

// Runs `work` and waits for it; what it throws is thrown here. On the caller's own stack if no
// larger one can be had.
void on_deep_stack(const std::function<void()>& work);

}  // namespace overtake
