#include "smc/check.h"

#include "smc/exhaustive.h"
#include "smc/rf_explorer.h"

namespace overtake::smc {

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
