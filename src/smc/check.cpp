#include "smc/check.h"

#include <algorithm>
#include <array>

#include "smc/exhaustive.h"
#include "smc/rf_explorer.h"
#include "smc/rvf_explorer.h"
#include "smc/trace_classes.h"

namespace overtake::smc {

std::span<const EquivalenceName> equivalences() {
  static constexpr std::array kNames{EquivalenceName{Equivalence::Rf, "rf"},
                                     EquivalenceName{Equivalence::Rvf, "rvf"},
                                     EquivalenceName{Equivalence::Trace, "trace"},
                                     EquivalenceName{Equivalence::Exhaustive, "exhaustive"}};
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

CheckResult explore(const ir::Program& program, const CheckOptions& options,
                    Equivalence equivalence) {
  CheckResult result;
  try {
    const exec::Executor executor(program, {.stop = options.stop});
    if (equivalence == Equivalence::Rvf)
      RvfExplorer(executor, options, result).explore();
    else if (equivalence == Equivalence::Trace)
      explore_traces(executor, options, result);
    else
      RfExplorer(executor, options, result).explore();
  } catch (const LimitReached& limit) {
    result.unfinished_reason = limit.what;
  }
  result.used = equivalence;
  return result;
}

}  // namespace

// What an exploration does not know, the next one does.
CheckResult check(const ir::Program& program, const CheckOptions& options) {
  const Equivalence wanted =
      options.preemption_bound ? Equivalence::Exhaustive : options.equivalence;
  std::string rf_because;
  if (wanted == Equivalence::Rvf) {
    try {
      return explore(program, options, Equivalence::Rvf);
    } catch (const NeedsExhaustive& needs) {
      rf_because = needs.construct;
    }
  }
  CheckResult result;
  if (wanted != Equivalence::Exhaustive) {
    try {
      const bool traces = options.equivalence == Equivalence::Trace;
      result = explore(program, options, traces ? Equivalence::Trace : Equivalence::Rf);
      result.rf_because = rf_because;
      return result;
    } catch (const NeedsExhaustive& needs) {
      result = check_exhaustively(program, options);
      result.exhaustive_because = needs.construct;
    }
  } else {
    result = check_exhaustively(program, options);
  }
  result.used = Equivalence::Exhaustive;
  return result;
}

}  // namespace overtake::smc
