#include "cli/values.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

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

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return result;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
    }
  }
  return row[b.size()];
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
  return static_cast<std::uint64_t>(*value * scale);
}

analysis::Range parse_range(std::string_view text) {
  const auto range = analysis::Range::parse(text);
  if (!range) throw UsageError(fmt::format("'{}' is not a range (such as 0..3 or -1..1)", text));
  return *range;
}

std::optional<std::string> closest(std::string_view word, std::span<const std::string> candidates) {
  std::optional<std::string> best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    // "--time" is short for "--timeout", however many letters are missing.
    const bool prefix = word.size() > 3 && candidate.starts_with(word);
    const std::size_t distance = prefix ? 1 : edit_distance(word, candidate);
    if (distance < least && distance < candidate.size()) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

}  // namespace overtake::cli
