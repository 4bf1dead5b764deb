// One step of a replay in a few words: "reads y = 0", "locks m", "x = 1 reaches memory".
#pragma once

#include <string>
#include <string_view>

#include "memory/replay.h"
#include "report/names.h"

namespace overtake::report {

// `code` is the source line of the step, which helps to name what it accesses.
std::string describe(const memory::Record& record, Names& names, std::string_view code);

// "x = 1": a store, wherever it is.
std::string store_text(const memory::Record& record, Names& names, std::string_view code);

}  // namespace overtake::report
