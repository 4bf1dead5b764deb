// axe's text format for memory traces (docs/formats.md).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "trace/recorded_trace.h"

namespace overtake {

// All traces of a file; throws InputError with "file:line: ..." if it is malformed.
std::vector<RecordedTrace> read_axe(std::string_view text, const std::string& file);

}  // namespace overtake
