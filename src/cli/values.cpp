#include "cli/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace overtake::cli {
namespace {

// The number that `text` starts with; removes it from `text`.
template <class Number>
std::optional<Number> take_number(std::string_view& text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end == text.data()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

}  // namespace

std::uint64_t parse_number(std::string_view text) {
  std::string_view rest = text;
  const auto value = take_number<std::uint64_t>(rest);
  if (!value || !rest.empty())
    throw UsageError(fmt::format("'{}' is not a number (such as 100)", text));
  return *value;
}

std::chrono::milliseconds parse_hunt(std::string_view text) {
  return text == "off" ? std::chrono::milliseconds{0} : parse_duration(text);
}

std::chrono::milliseconds parse_duration(std::string_view text) {
  std::string_view rest = text;
  const auto value = take_number<double>(rest);
  double scale = 0;
  if (rest.empty() || rest == "s") scale = 1e3;
  if (rest == "ms") scale = 1;
  if (rest == "m" || rest == "min") scale = 60e3;
  if (rest == "h") scale = 3600e3;
  if (!value || scale == 0 || !(*value >= 0) || *value * scale > 1e13)
    throw UsageError(fmt::format("'{}' is not a duration (such as 500ms, 10s, 2m, 1h)", text));
  return std::chrono::milliseconds(static_cast<std::int64_t>(*value * scale));
}

std::uint64_t parse_size(std::string_view text) {
  std::string_view rest = text;
  const auto value = take_number<double>(rest);
  std::string unit = lower(rest);
  if (unit.ends_with("ib")) unit.resize(unit.size() - 2);
  if (unit.size() == 2 && unit.ends_with("b")) unit.resize(1);
  double scale = 0;
  if (unit.empty() || unit == "b") scale = 1;
  if (unit == "k") scale = 1024.0;
  if (unit == "m") scale = 1024.0 * 1024;
  if (unit == "g") scale = 1024.0 * 1024 * 1024;
  if (unit == "t") scale = 1024.0 * 1024 * 1024 * 1024;
  if (!value || scale == 0 || !(*value > 0) || *value * scale > 1e18)
    throw UsageError(fmt::format("'{}' is not a size of memory (such as 800M, 2G)", text));
  // Nothing runs in so little: the unit was forgotten.
  if (*value * scale < 1024 * 1024)
    throw UsageError(
        fmt::format("'{}' is less than 1M; did you mean '{}M' or '{}G'?", text, *value, *value));
  return static_cast<std::uint64_t>(*value * scale);
}

analysis::Range parse_range(std::string_view text) {
  const auto range = analysis::Range::parse(text);
  if (!range) throw UsageError(fmt::format("'{}' is not a range (such as 0..3 or -1..1)", text));
  return *range;
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

}  // namespace overtake::cli
