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

std::string LoopBound::text() const {
  return (file.empty() ? function : fmt::format("{}:{}", file, line)) + fmt::format("={}", bound);
}

std::optional<LoopBound> LoopBound::parse(std::string_view text) {
  const std::size_t equals = text.rfind('=');
  if (equals == std::string_view::npos || equals == 0) return std::nullopt;
  std::string_view number = text.substr(equals + 1);
  const auto bound = take_number(number);
  if (!bound || !number.empty() || *bound < 1 || *bound > 1'000'000'000) return std::nullopt;
  LoopBound out{.bound = static_cast<std::uint32_t>(*bound)};
  const std::string_view where = text.substr(0, equals);
  const std::size_t colon = where.rfind(':');
  std::string_view line = colon == std::string_view::npos ? "" : where.substr(colon + 1);
  const auto at = take_number(line);
  if (at && line.empty() && *at > 0 && colon > 0) {
    out.file = where.substr(0, colon);
    out.line = static_cast<std::uint32_t>(*at);
  } else {
    out.function = where;
  }
  return out;
}

}  // namespace overtake::analysis
