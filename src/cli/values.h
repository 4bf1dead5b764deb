// Values on the command line: durations, sizes, ranges, numbers; and which word was meant.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

namespace overtake::cli {

// The command line is wrong: exit code 1.
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(const std::string& message) : std::runtime_error(message) {}
};

struct Range {
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::string text() const;  // "0..3"
};

// Each throws UsageError with what would have been right.
std::uint64_t parse_number(std::string_view text);
std::chrono::milliseconds parse_duration(std::string_view text);  // 500ms, 10s, 2m, 1h; 10 is 10s
std::uint64_t parse_size(std::string_view text);                  // 800M, 2G, 1048576
Range parse_range(std::string_view text);                         // -3..3

// The candidate that `word` is most likely a misspelling of; none if nothing is close.
std::optional<std::string> closest(std::string_view word, std::span<const std::string> candidates);

}  // namespace overtake::cli
