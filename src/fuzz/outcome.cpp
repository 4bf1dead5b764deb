#include "fuzz/outcome.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/errors.h"

namespace overtake::fuzz {

namespace {

// The number of the thread and its registers, first one first.
std::string digits(std::uint64_t result) {
  std::string text;
  do {
    text = fmt::format("{}{}{}", result % 256, text.empty() ? "" : ",", text);
    result /= 256;
  } while (result != 0);
  return text;
}

}  // namespace

bool ends(const Outcome& outcome, Ending ending) {
  return std::ranges::any_of(outcome.threads,
                             [&](const ThreadOutcome& t) { return t.ending == ending; });
}

void insert_failures(const Outcome& cut_short, Outcomes& outcomes) {
  for (const ThreadOutcome& t : cut_short.threads)
    if (t.ending == Ending::Failed)
      outcomes.insert({.threads = {t}, .memory = {}, .cut_short = true});
}

std::string to_string(const Outcome& outcome) {
  std::string text;
  for (const ThreadOutcome& t : outcome.threads) {
    text += t.name;
    switch (t.ending) {
      case Ending::Ended:
        text += fmt::format("=({})", digits(t.result));
        break;
      case Ending::Failed:
        text += fmt::format(" failed ({})", ir::name(t.error));
        break;
      case Ending::Assumed:
        text += " stopped by assume";
        break;
      case Ending::Exited:
        text += " exited";
        break;
      case Ending::Stuck:
        text += " stuck";
        break;
      case Ending::Spinning:
        text += " spinning";
        break;
      case Ending::Bounded:
        text += " stopped by a bound";
        break;
    }
    text += ", ";
  }
  text += "memory";
  for (std::uint64_t v : outcome.memory) text += fmt::format(" {:x}", v);
  return text;
}

std::string missing(const Outcomes& some, const Outcomes& all) {
  std::string text;
  for (const Outcome& o : some)
    if (!all.contains(o)) text += "    " + to_string(o) + "\n";
  return text;
}

std::optional<std::string> difference(const std::string& left_name, const Outcomes& left,
                                      const std::string& right_name, const Outcomes& right) {
  const std::string only_left = missing(left, right), only_right = missing(right, left);
  if (only_left.empty() && only_right.empty()) return std::nullopt;
  std::string text;
  if (!only_left.empty()) text += fmt::format("  only {}:\n{}", left_name, only_left);
  if (!only_right.empty()) text += fmt::format("  only {}:\n{}", right_name, only_right);
  return text;
}

}  // namespace overtake::fuzz
