#include "analysis/refused.h"

#include <fmt/format.h>

#include <string>

#include "base/error.h"
#include "ir/refused.h"
#include "report/objects.h"

namespace overtake::analysis {
namespace {

// More than these are counted only.
constexpr std::size_t kShown = 20;

// "main, worker"
std::string callers_of(const ir::Program& program, const ir::Refused& refused) {
  std::string names;
  for (const ir::FunctionId f : refused.callers) {
    if (!names.empty()) names += ", ";
    names += report::demangled(program.functions[f.index()].name);
  }
  return names;
}

std::string line(const ir::Program& program, const ir::Refused& refused) {
  const std::string callers = callers_of(program, refused);
  const bool called = program.functions[refused.stub.index()].name != ir::kRefusedInstruction;
  return callers.empty()
             ? refused.message
             : fmt::format("{} ({} {})", refused.message, called ? "called by" : "in", callers);
}

[[noreturn]] void refuse(const ir::Program& program, const std::vector<ir::Refused>& all,
                         std::size_t first) {
  std::string text = line(program, all[first]);
  std::size_t shown = 0, more = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == first || all[i].callers.empty()) continue;
    if (shown++ < kShown)
      text += (shown == 1 ? "\nOther executions may need:\n  " : "\n  ") + line(program, all[i]);
    else
      ++more;
  }
  if (more != 0) text += fmt::format("\n  ... and {} more", more);
  throw InputError(text);
}

}  // namespace

void refuse_reached(const ir::Program& program, const exec::Error& error) {
  if (error.kind != ir::ErrorKind::InvalidCall || !ir::is_refused(program, error.source)) return;
  const std::vector<ir::Refused> all = ir::refusals(program);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (program.functions[all[i].stub.index()].code.front().source == error.source)
      refuse(program, all, i);
  throw InternalError("a stub was reached that the program does not have");
}

void refuse_called(const ir::Program& program) {
  const std::vector<ir::Refused> all = ir::refusals(program);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (!all[i].callers.empty() || all[i].stub == program.entry) refuse(program, all, i);
}

}  // namespace overtake::analysis
