// What a reader may want to do after `overtake check`.
#include <fmt/format.h>

#include <algorithm>

#include "base/shell.h"
#include "report/check_document.h"

namespace overtake::report {
namespace {

void add_words(std::string& command, const std::vector<std::string>& words) {
  for (const std::string& word : words) command += " " + shell_word(word);
}

// "overtake check a.c b.c --entry test --model tso --html page.html -- -Iinclude"
std::string command(const CheckDocument& d, std::string_view name_of_it,
                    const std::vector<std::string>& more = {}) {
  std::string text = fmt::format("overtake {}", name_of_it);
  add_words(text, d.frame.input);
  // `fences` has no --spurious-wakeups.
  for (const std::string& word : d.frame.options)
    if (name_of_it != "fences" || word != "--spurious-wakeups") text += " " + shell_word(word);
  text += fmt::format(" --model {}", name(d.frame.model));
  add_words(text, more);
  if (!d.frame.compiler_flags.empty()) text += " --";
  add_words(text, d.frame.compiler_flags);
  return text;
}

bool needs_buffers(const Finding& e) {
  if (e.kind == "race") return false;
  return e.under_sc == UnderSc::Holds || (e.under_sc == UnderSc::Unknown && !e.run.missed.empty());
}

std::vector<std::string> after_errors(const CheckDocument& d) {
  std::vector<std::string> commands;
  // Where the schedule was saved the finding names `overtake replay`, and this is the second.
  const std::size_t most = d.errors.front().schedule_file.empty() ? 2 : 1;
  if (d.frame.model != Model::SC && std::ranges::any_of(d.errors, needs_buffers))
    commands.push_back(command(d, "fences"));
  if (commands.size() < most) commands.push_back(command(d, "check", {"--html", "page.html"}));
  return commands;
}

// More iterations of the loop that was cut off first, unless the user chose how many there are:
// that number is not known here, and was enough or is easily raised.
std::vector<std::string> after_bounds(const CheckDocument& d) {
  std::uint64_t bound = 0;
  for (const Reason& r : d.reasons)
    if (r.why == Why::Deepened) bound = std::max(bound, r.number);
  const auto loop = std::ranges::find_if(d.bounded_loops, &Place::known);
  if (bound == 0 || d.within_bounds || loop == d.bounded_loops.end()) return {};
  return {command(d, "check", {"--unroll", fmt::format("{}={}", loop->text(), 2 * bound)})};
}

}  // namespace

std::vector<std::string> next_commands(const CheckDocument& d) {
  if (d.frame.input.empty()) return {};
  if (!d.errors.empty()) return after_errors(d);
  return after_bounds(d);
}

}  // namespace overtake::report
