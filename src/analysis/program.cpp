#include "analysis/program.h"

#include <fmt/format.h>

#include <charconv>

namespace overtake::analysis {
namespace {

// The number that `text` starts with; removes it from `text`.
std::optional<std::int64_t> take_number(std::string_view& text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return value;
}

}  // namespace

std::string Range::text() const { return fmt::format("{}..{}", low, high); }

std::optional<Range> Range::parse(std::string_view text) {
  const auto low = take_number(text);
  if (!low || !text.starts_with("..")) return std::nullopt;
  text.remove_prefix(2);
  const auto high = take_number(text);
  if (!high || !text.empty() || *low > *high) return std::nullopt;
  return Range{*low, *high};
}

}  // namespace overtake::analysis
