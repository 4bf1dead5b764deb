// One step of a replay in a few words: "reads y = 0", "locks m", "x = 1 reaches memory".
#pragma once

#include <string>

#include "memory/replay.h"
#include "report/names.h"

namespace overtake::report {

std::string describe(const memory::Record& record, Names& names);

// "x = 1": a store, wherever it is.
std::string store_text(const memory::Record& record, Names& names);

}  // namespace overtake::report
