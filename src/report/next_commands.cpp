// What a reader may want to do after `overtake check`.
#include <fmt/format.h>

#include <algorithm>

#include "base/shell.h"
#include "report/check_document.h"

namespace overtake::report {
namespace {

// "a.c b.c --model tso"
std::string same_input(const CheckDocument& d) {
  std::vector<std::string> files;
  for (const std::string& file : d.frame.input) files.push_back(shell_word(file));
  return fmt::format("{} --model {}", joined(files, " "), name(d.frame.model));
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
    commands.push_back(fmt::format("overtake fences {}", same_input(d)));
  if (commands.size() < most)
    commands.push_back(fmt::format("overtake check {} --html page.html", same_input(d)));
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
  return {fmt::format("overtake check {} --unroll {}={}", same_input(d), shell_word(loop->text()),
                      2 * bound)};
}

}  // namespace

std::vector<std::string> next_commands(const CheckDocument& d) {
  if (d.frame.input.empty()) return {};
  if (!d.errors.empty()) return after_errors(d);
  return after_bounds(d);
}

}  // namespace overtake::report
