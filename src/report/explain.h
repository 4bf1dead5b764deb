// What went wrong, in sentences.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memory/replay.h"
#include "report/names.h"
#include "report/places.h"
#include "report/slice.h"

namespace overtake::report {

std::vector<std::string> explain(const ir::Program& program, const memory::Replay& replay,
                                 const Slice& slice, Names& names, const std::optional<Race>& race);

// "T1 waits at a.c:12 for m, which T2 locked at a.c:20."
std::string explain_stuck(const ir::Program& program, const memory::Replay& replay,
                          const memory::StuckThread& stuck, Names& names);

}  // namespace overtake::report
