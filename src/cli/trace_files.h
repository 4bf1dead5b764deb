// Files with recorded traces (docs/formats.md).
#pragma once

#include <vector>

#include "cli/options.h"
#include "trace/recorded_trace.h"

namespace overtake::cli {

// All traces of the files and folders on the command line, "-" for standard input.
std::vector<RecordedTrace> read_traces(const Settings& settings);

// Whether the command line means traces where it might mean programs: by --trace-format or by the
// names of the files.
bool names_traces(const Settings& settings);

}  // namespace overtake::cli
