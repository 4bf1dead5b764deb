#include "smc/check.h"

#include "smc/exhaustive.h"

namespace overtake::smc {

CheckResult check(const ir::Program& program, const CheckOptions& options) {
  return check_exhaustively(program, options);
}

}  // namespace overtake::smc
