#include "analysis/race_hint.h"

#include <fmt/format.h>

#include "report/places.h"

namespace overtake::analysis {
namespace {

constexpr std::uint64_t kExecutionsForRaces = 5;

}  // namespace

std::optional<std::string> plain_race(const Prepared& prepared, const smc::CheckOptions& options) {
  const ir::Program& program = prepared.program;
  // Only C and C++ have names, and only they know races.
  if (prepared.has_fences || program.names.table == nullptr) return std::nullopt;
  smc::CheckOptions races{.model = Model::SC,
                          .ignored = options.ignored,
                          .max_executions = kExecutionsForRaces,
                          .max_operations = options.max_operations,
                          .races = true,
                          .estimates = false,
                          .stop = options.stop};
  const smc::CheckResult result = smc::check(program, races);
  if (result.races.empty() || !result.races_checked) return std::nullopt;
  const memory::FoundRace& race = result.races.front();
  const report::Place first = report::shown_place(program, race.first.source);
  const report::Place second = report::shown_place(program, race.second.source);
  if (!first.known() || !second.known() || first.in_library || second.in_library)
    return std::nullopt;
  return fmt::format("{} and {}", first.text(), second.text());
}

}  // namespace overtake::analysis
