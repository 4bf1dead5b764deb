// A program without errors may still have data races, which are undefined behaviour in C and C++
// and which only `--check races` looks for. A few executions tell whether that is worth a word.
#pragma once

#include <optional>
#include <string>

#include "analysis/prepare.h"
#include "smc/check.h"

namespace overtake::analysis {

// "a.c:3 and a.c:9": plain accesses of which neither happens before the other. Nothing if a few
// executions have none, or if the program has fences: their C11 orders are lost when it is prepared
// for anything but races.
std::optional<std::string> plain_race(const Prepared& prepared, const smc::CheckOptions& options);

}  // namespace overtake::analysis
