#include "report/observe_words.h"

#include <fmt/format.h>

#include <array>

namespace overtake::report {
namespace {

bool is_library(const SourceFrame& f) {
  return f.file.starts_with("/usr/include/") || f.file.starts_with("/usr/lib/") ||
         f.file.find("/include/c++/") != f.file.npos || f.module.starts_with("/usr/lib/") ||
         f.module.starts_with("/lib/");
}

struct OpWords {
  std::string_view op, verb, noun;
};
constexpr std::array kOpWords{OpWords{"load", "loads", "load"},
                              OpWords{"atomic-load", "loads (atomically)", "atomic load"},
                              OpWords{"store", "stores", "store"},
                              OpWords{"atomic-store", "stores (atomically)", "atomic store"},
                              OpWords{"rmw", "reads and writes", "read-modify-write"},
                              OpWords{"cas", "reads (compare-exchange)", "compare-exchange"},
                              OpWords{"lock", "takes the lock", "lock"},
                              OpWords{"fence", "executes a fence", "fence"},
                              OpWords{"store-fence", "executes a store-store fence", "store-fence"},
                              OpWords{"begin", "begins", "begin"},
                              OpWords{"end", "ends", "end"}};

}  // namespace

const SourceFrame& own_frame(const Stack& stack) {
  for (const SourceFrame& f : stack)
    if (!is_library(f)) return f;
  return stack.front();
}

std::string frame_place(const SourceFrame& f, const std::string& folder) {
  if (f.file.empty()) return fmt::format("{}+0x{:x}", f.module.empty() ? "?" : f.module, f.offset);
  const bool below = !folder.empty() && f.file.starts_with(folder + "/");
  std::string out = fmt::format("{}:{}", below ? f.file.substr(folder.size() + 1) : f.file, f.line);
  if (f.column != 0) out += fmt::format(":{}", f.column);
  return out;
}

std::string_view access_noun(const std::string& op) {
  for (const OpWords& words : kOpWords)
    if (words.op == op) return words.noun;
  return op;
}

std::string event_text(const std::string& op, const std::string& variable) {
  std::string_view verb = "waits for another thread";
  for (const OpWords& words : kOpWords)
    if (words.op == op) verb = words.verb;
  return variable.empty() ? std::string(verb) : fmt::format("{} {}", verb, variable);
}

std::string short_text(const ObservedAccess& a, const std::string& folder) {
  std::string out = fmt::format("{} of {}", access_noun(a.op), a.variable);
  if (a.stack.empty()) return out;
  const SourceFrame& f = own_frame(a.stack);
  return out +
         fmt::format(" at {} ({})", frame_place(f, folder), f.function.empty() ? "??" : f.function);
}

std::string wait_text(const ObservedWait& w) {
  std::string text = w.what;
  if (!w.variable.empty()) text += " (" + w.variable + ")";
  if (!w.owner.empty())
    text += w.what == "the end of a thread" ? ", " + w.owner : ", which " + w.owner + " has";
  return text;
}

}  // namespace overtake::report
