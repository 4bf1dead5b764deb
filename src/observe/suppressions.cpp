#include "observe/suppressions.h"

#include <fstream>

#include "base/error.h"

namespace overtake::observe {
namespace {

// `text` begins with what the pattern says; at_end: and ends there.
bool match_from(std::string_view pattern, std::string_view text, bool at_end) {
  if (pattern.empty()) return !at_end || text.empty();
  if (pattern.front() != '*')
    return !text.empty() && text.front() == pattern.front() &&
           match_from(pattern.substr(1), text.substr(1), at_end);
  for (std::size_t i = 0; i <= text.size(); ++i)
    if (match_from(pattern.substr(1), text.substr(i), at_end)) return true;
  return false;
}

}  // namespace

bool pattern_matches(std::string_view pattern, std::string_view text) {
  const bool at_begin = pattern.starts_with('^');
  if (at_begin) pattern.remove_prefix(1);
  const bool at_end = pattern.ends_with('$');
  if (at_end) pattern.remove_suffix(1);
  if (at_begin) return match_from(pattern, text, at_end);
  for (std::size_t i = 0; i <= text.size(); ++i)
    if (match_from(pattern, text.substr(i), at_end)) return true;
  return false;
}

void Suppressions::read(const std::string& path) {
  std::ifstream in(path);
  if (!in) throw InputError(path + ": cannot be read");
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == line.npos || line[first] == '#') continue;
    line = line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
    const std::size_t colon = line.find(':');
    const std::string kind = line.substr(0, colon);
    if (colon == line.npos || colon + 1 == line.size() ||
        (kind != "violation" && kind != "race" && kind != "deadlock"))
      throw InputError(path + ":" + std::to_string(number) +
                       ": expected violation:, race: or deadlock: and a pattern");
    rules_.push_back({kind == "violation" ? FindingKind::Violation
                      : kind == "race"    ? FindingKind::Race
                                          : FindingKind::Deadlock,
                      line.substr(colon + 1)});
  }
}

bool Suppressions::match(FindingKind kind, const std::vector<const Stack*>& stacks) const {
  for (const Rule& rule : rules_) {
    if (rule.kind != kind) continue;
    for (const Stack* stack : stacks)
      for (const SourceFrame& f : *stack)
        if (pattern_matches(rule.pattern, f.function) || pattern_matches(rule.pattern, f.file) ||
            pattern_matches(rule.pattern, f.module))
          return true;
  }
  return false;
}

}  // namespace overtake::observe
