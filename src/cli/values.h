// Values on the command line: durations, sizes, ranges, numbers.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "analysis/program.h"
#include "base/closest.h"

namespace overtake::cli {

using analysis::UsageError;  // the command line is wrong: exit code 1

// Each throws UsageError with what would have been right.
std::uint64_t parse_number(std::string_view text);
std::chrono::milliseconds parse_duration(std::string_view text);  // 500ms, 10s, 2m, 1h; 10 is 10s
std::chrono::milliseconds parse_hunt(std::string_view text);      // the same, or off: 0
std::uint64_t parse_size(std::string_view text);                  // 800M, 2G, 1048576
analysis::Range parse_range(std::string_view text);               // -3..3

using overtake::closest;

std::string lower(std::string_view text);

}  // namespace overtake::cli
