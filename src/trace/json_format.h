// The JSON format for memory traces (docs/formats.md): what axe's format can say, and reads-from,
// store-store fences, locks, spawn and join, atomic blocks, names, initial values.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "trace/recorded_trace.h"

namespace overtake {

// All traces of a file; throws InputError with "file:line: ..." if it is malformed.
std::vector<RecordedTrace> read_json_traces(std::string_view text, const std::string& file);

// An execution with its reads-from map in that format, on one line: what collectors of instances
// write.
std::string to_json_trace(const Execution& execution, std::string_view name);

}  // namespace overtake
