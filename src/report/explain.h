// What went wrong, in sentences.
#pragma once

#include <string>
#include <vector>

#include "memory/replay.h"
#include "report/names.h"
#include "report/places.h"
#include "report/slice.h"

namespace overtake::report {

std::vector<std::string> explain(const ir::Program& program, const memory::Replay& replay,
                                 const Slice& slice, Names& names, SourceText& text);

// "T1 waits at line 12 for m, which T2 locked at line 20."
std::string explain_stuck(const ir::Program& program, const memory::Replay& replay,
                          const memory::StuckThread& stuck, Names& names);

}  // namespace overtake::report
