// Threads of CBMC: a statement with the label __CPROVER_ASYNC_n runs in a thread of its own, on
// copies of the locals.
//
// That is what clang's blocks are, functions that hold copies of what they mention. So the text
//     __CPROVER_ASYNC_1: work(i);
// becomes, in the same lines,
//     __overtake_async(^{ work(i); });
// which runtime/checkers.c turns into a thread.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace overtake::frontend {

// The text with such statements rewritten; nothing if there are none.
std::optional<std::string> rewrite_async_labels(std::string_view text);

}  // namespace overtake::frontend
