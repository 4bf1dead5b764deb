#include "smc/check.h"

#include <algorithm>
#include <array>

#include "smc/exhaustive.h"
#include "smc/rf_explorer.h"
#include "smc/rvf_explorer.h"
#include "smc/trace_classes.h"

namespace overtake::smc {

std::span<const EquivalenceName> equivalences() {
  static constexpr std::array kNames{
      EquivalenceName{Equivalence::Rf, "rf"}, EquivalenceName{Equivalence::Rvf, "rvf"},
      EquivalenceName{Equivalence::Auto, "auto"}, EquivalenceName{Equivalence::Trace, "trace"},
      EquivalenceName{Equivalence::Exhaustive, "exhaustive"},
      EquivalenceName{Equivalence::States, "states"}};
  return kNames;
}

std::string_view name(Equivalence equivalence) {
  return std::ranges::find(equivalences(), equivalence, &EquivalenceName::equivalence)->name;
}

std::optional<Equivalence> parse_equivalence(std::string_view text) {
  const auto it = std::ranges::find(equivalences(), text, &EquivalenceName::name);
  if (it == equivalences().end()) return std::nullopt;
  return it->equivalence;
}

namespace {

// How many configurations the exhaustive search may meet before it stops telling classes apart:
// some seconds.
constexpr std::uint64_t kManyConfigurations = 500'000;

// `watch`: for an RF exploration that may hand over; the result is then none.
std::optional<CheckResult> explore(const ir::Program& program, const CheckOptions& options,
                                   Equivalence equivalence, ValueWatch* watch = nullptr) {
  CheckResult result;
  result.used = equivalence;
  try {
    const exec::Executor executor(program, {.stop = options.stop});
    if (equivalence == Equivalence::Rvf) {
      RvfExplorer(executor, options, result).explore();
    } else if (equivalence == Equivalence::Trace) {
      explore_traces(executor, options, result);
    } else {
      RfExplorer explorer(executor, options, result);
      explorer.watch = watch;
      explorer.explore();
      if (explorer.handed_over()) return std::nullopt;
    }
  } catch (const LimitReached& limit) {
    result.unfinished_reason = limit.what;
  }
  return result;
}

}  // namespace

// What an exploration does not know, the next one does: by values, by reads-from, exhaustively.
CheckResult check(const ir::Program& program, const CheckOptions& options) {
  Equivalence next = options.preemption_bound ? Equivalence::Exhaustive : options.equivalence;
  if (next == Equivalence::Auto && options.races) next = Equivalence::Rf;
  std::string rf_because;
  std::string exhaustive_because;
  try {
    if (next == Equivalence::Auto) {
      ValueWatch watch;
      if (auto result = explore(program, options, Equivalence::Rf, &watch)) return *result;
      next = Equivalence::Rvf;
    }
    if (next == Equivalence::Rvf) {
      try {
        return *explore(program, options, Equivalence::Rvf);
      } catch (const NeedsExhaustive& needs) {
        rf_because = needs.construct;
        next = Equivalence::Rf;
      }
    }
    if (next != Equivalence::Exhaustive && next != Equivalence::States) {
      CheckResult result = *explore(program, options, next);
      result.rf_because = rf_because;
      return result;
    }
  } catch (const NeedsExhaustive& needs) {
    exhaustive_because = needs.construct;
    next = Equivalence::Exhaustive;
  }
  // Who did not ask for each class gets a verdict.
  CheckResult result;
  if (next == Equivalence::Exhaustive) {
    const std::uint64_t limit = exhaustive_because.empty() ? 0 : kManyConfigurations;
    result = check_exhaustively(program, options, next, limit);
    if (result.unfinished_reason == kTooManyConfigurations) next = Equivalence::States;
  }
  if (next == Equivalence::States) result = check_exhaustively(program, options, next);
  result.used = next;
  result.exhaustive_because = exhaustive_because;
  return result;
}

}  // namespace overtake::smc
