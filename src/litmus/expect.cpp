#include "litmus/expect.h"

#include <fmt/format.h>

#include <charconv>
#include <sstream>
#include <vector>

#include "base/error.h"

namespace overtake::litmus {
namespace {

std::string trimmed(std::string_view s) {
  const auto first = s.find_first_not_of(" \t\r");
  if (first == s.npos) return "";
  return std::string(s.substr(first, s.find_last_not_of(" \t\r") - first + 1));
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string w; in >> w;) words.push_back(w);
  return words;
}

// "[x]=0x1" and "x=1" are the same.
std::string normalized(const std::string& binding) {
  const auto equal = binding.find('=');
  std::string where = trimmed(binding.substr(0, equal));
  std::string value = trimmed(equal == std::string::npos ? "" : binding.substr(equal + 1));
  if (where.starts_with('[') && where.ends_with(']')) where = where.substr(1, where.size() - 2);
  if (value.starts_with("0x") || value.starts_with("0X")) {
    std::uint64_t n = 0;
    const char* end = value.data() + value.size();
    if (std::from_chars(value.data() + 2, end, n, 16).ptr == end) value = std::to_string(n);
  }
  return where + "=" + value;
}

// "0:EAX=0; [x]=1;", also with litmus's leading count "123 :>" or "123 *>".
std::set<std::string> parse_state(std::string line) {
  for (const char* mark : {":>", "*>"})
    if (const auto at = line.find(mark); at != std::string::npos) line = line.substr(at + 2);
  std::set<std::string> state;
  std::istringstream in(line);
  for (std::string binding; std::getline(in, binding, ';');)
    if (!trimmed(binding).empty()) state.insert(normalized(binding));
  return state;
}

class Parser {
 public:
  Parser(std::string_view text, const std::string& file)
      : in_(std::string(text)),
        file_(file),
        is_log_(text.starts_with("Test ") || text.find("\nTest ") != text.npos) {}

  Expectations run() {
    for (std::string line; next(line);) {
      const std::vector<std::string> words = words_of(line);
      if (words.empty() || words[0].starts_with('#')) continue;
      if (words[0] == "Test" && words.size() >= 2) {
        log(words[1]);
      } else if (words.size() == 2 && verdict(words[0], words[1])) {
        continue;
      } else if (!is_log_) {
        throw InputError(fmt::format(
            "{}:{}:1: expected `NAME Allow`, `NAME Forbid` or a log of herd, found `{}`", file_,
            line_, trimmed(line)));
      }
    }
    return std::move(expectations_);
  }

 private:
  bool next(std::string& line) {
    if (!std::getline(in_, line)) return false;
    ++line_;
    return true;
  }

  bool verdict(const std::string& test, const std::string& word) {
    Expectation e;
    if (word == "Allow" || word == "Allowed") e.allows = true;
    if (word == "Forbid" || word == "Forbidden") e.allows = false;
    e.observation = parse_observation(word);
    if (!e.allows && !e.observation) return false;
    if (!expectations_.emplace(test, std::move(e)).second)
      throw InputError(fmt::format("{}:{}:1: a second expectation for `{}`", file_, line_, test));
    return true;
  }

  static std::optional<Observation> parse_observation(const std::string& word) {
    for (const Observation o : {Observation::Never, Observation::Sometimes, Observation::Always})
      if (word == name(o)) return o;
    return std::nullopt;
  }

  // From below `Test NAME kind` to the observation.
  void log(const std::string& test) {
    Expectation e;
    for (std::string line; next(line);) {
      const std::vector<std::string> words = words_of(line);
      if (words.empty()) continue;
      if ((words[0] == "States" || words[0] == "Histogram") && words.size() >= 2) {
        states(e, words[0] == "States" ? words[1] : words[1].substr(words[1][0] == '(' ? 1 : 0));
      } else if (words[0] == "Observation" && words.size() >= 3) {
        e.observation = parse_observation(words[2]);
        break;
      }
    }
    if (!e.observation)
      throw InputError(
          fmt::format("{}:{}:1: expected `Observation {} ...` in the log", file_, line_, test));
    expectations_[test] = std::move(e);
  }

  void states(Expectation& e, const std::string& count) {
    std::size_t n = 0;
    const char* end = count.data() + count.size();
    if (std::from_chars(count.data(), end, n).ec != std::errc{})
      throw InputError(fmt::format("{}:{}:1: expected a number of states", file_, line_));
    e.states.emplace();
    std::string line;
    for (; n > 0 && next(line); --n) e.states->insert(parse_state(line));
  }

  std::istringstream in_;
  const std::string& file_;
  std::uint32_t line_ = 0;
  bool is_log_;  // other lines may stand between those that matter
  Expectations expectations_;
};

}  // namespace

Expectations parse_expectations(std::string_view text, const std::string& file) {
  return Parser(text, file).run();
}

std::string difference(const Outcome& o, const Expectation& expected) {
  if (expected.observation && *expected.observation != o.observation())
    return fmt::format("expected {}, found {}", name(*expected.observation), name(o.observation()));
  if (expected.allows && *expected.allows != o.allows())
    return fmt::format("expected {}, found {}", *expected.allows ? "Allow" : "Forbid",
                       o.allows() ? "Allow" : "Forbid");
  if (!expected.states) return "";
  std::set<std::set<std::string>> found;
  for (const auto& state : o.states) {
    std::set<std::string> bindings;
    for (std::size_t i = 0; i < state.size(); ++i)
      bindings.insert(normalized(o.locations[i] + "=" + state[i]));
    found.insert(std::move(bindings));
  }
  auto text = [](const std::set<std::string>& state) {
    std::string out;
    for (const std::string& b : state) out += (out.empty() ? "" : " ") + b + ";";
    return out;
  };
  for (const auto& s : *expected.states)
    if (!found.contains(s))
      return fmt::format("expected the state {}, which is not reached", text(s));
  for (const auto& s : found)
    if (!expected.states->contains(s)) return fmt::format("unexpected state {}", text(s));
  return "";
}

}  // namespace overtake::litmus
