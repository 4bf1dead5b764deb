// Files with recorded traces (docs/formats.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/named.h"
#include "trace/recorded_trace.h"

namespace overtake::analysis {

enum class TraceFormat : std::uint8_t { ByContents, Axe, Json };

struct TraceFiles {
  std::vector<std::string> files;  // files and folders; "-": standard input
  TraceFormat format = TraceFormat::ByContents;
};

// All traces of the files. Throws InputError.
std::vector<RecordedTrace> read_traces(const TraceFiles& files);

// Whether traces are meant where programs might be: by the format or by the names of the files.
bool names_traces(const TraceFiles& files);

}  // namespace overtake::analysis

namespace overtake {

template <>
inline constexpr std::array kNames<analysis::TraceFormat>{
    Named{analysis::TraceFormat::Axe, "axe"}, Named{analysis::TraceFormat::Json, "json"}};

}  // namespace overtake
