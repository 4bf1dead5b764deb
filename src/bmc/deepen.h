// Iterative deepening: small bounds first, raised until an error is found, the bounds cover every
// run, or the time is spent. Small errors are found by small formulas. With several jobs the next
// bounds are tried while the solver is still at the smaller ones; the last bounds get all solvers
// that are left.
#pragma once

#include <functional>

#include "bmc/bmc.h"

namespace overtake::bmc {

// Bounds that are not 0 stay as they are; the others start small and are raised. `program_for`
// gives the program with its loops bounded (ir::bound_loops), for an unrolling; `progress` is told
// each result that was not the last.
BmcResult deepen(const std::function<ir::Program(std::uint32_t unroll)>& program_for,
                 const BmcOptions& options, const std::function<void(const BmcResult&)>& progress);

}  // namespace overtake::bmc
