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

namespace {

// As --format has it.
constexpr std::string_view name(InputFormat format) {
  switch (format) {
    case InputFormat::ByName:
      return "auto";
    case InputFormat::Litmus:
      return "litmus";
    case InputFormat::Gcl:
      return "gcl";
    case InputFormat::Trencher:
      return "trencher";
  }
  return {};
}

}  // namespace

std::vector<std::string> options_of(const Program& program) {
  std::vector<std::string> words;
  const auto add = [&](std::string option, std::string value) {
    words.push_back(std::move(option));
    words.push_back(std::move(value));
  };
  if (!program.compile_database.empty()) add("-p", program.compile_database);
  if (program.entry != "main") add("--entry", program.entry);
  if (program.format != InputFormat::ByName) add("--format", std::string(name(program.format)));
  if (program.optimize != 0) add("--optimize", fmt::format("{}", program.optimize));
  if (program.nondet_range) add("--nondet-range", program.nondet_range->text());
  if (program.spurious_wakeups) words.push_back("--spurious-wakeups");
  return words;
}

}  // namespace overtake::analysis
