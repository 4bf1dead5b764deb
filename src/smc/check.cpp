#include "smc/check.h"

#include <algorithm>
#include <array>

#include "smc/exhaustive.h"
#include "smc/rf_explorer.h"

namespace overtake::smc {

std::span<const EquivalenceName> equivalences() {
  static constexpr std::array kNames{EquivalenceName{Equivalence::Rf, "rf"},
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

CheckResult check(const ir::Program& program, const CheckOptions& options) {
  if (options.equivalence == Equivalence::Rf) {
    CheckResult result;
    try {
      const exec::Executor executor(program, {.stop = options.stop});
      RfExplorer(executor, options, result).explore();
      return result;
    } catch (const LimitReached& limit) {
      result.unfinished_reason = limit.what;
      return result;
    } catch (const NeedsExhaustive& needs) {
      result = check_exhaustively(program, options);
      result.exhaustive_because = needs.construct;
      return result;
    }
  }
  return check_exhaustively(program, options);
}

}  // namespace overtake::smc
