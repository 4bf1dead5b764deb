// `check` on many machines: all ranks call it with the same program and options.
#pragma once

#include "scale/transport.h"
#include "smc/check.h"

namespace overtake::scale {

// At rank 0 the result is that of all. At the others it says nothing.
smc::CheckResult check(const ir::Program& program, const smc::CheckOptions& options,
                       Transport& transport);

}  // namespace overtake::scale
