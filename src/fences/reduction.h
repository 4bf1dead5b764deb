// PERSIST section 8: persistence of P as reachability under SC in a program Q.
//
// Q runs P (phase 0, one statement at a time) until some process, the pivot, declares a write to be
// e1 (phase 1): the variable then holds c1. The pivot continues with copies of its labels, reading
// and working locally, until it declares a read to be the complementary event (phase 2): what it
// would have read is in `new`, and the variable holds c2. Then a fringe process that could write
// another value to the variable that holds c2 gets to a failing assertion: P is fragile if and only
// if Q can fail.
//
// Two things differ from the paper, whose text says that y is not used again after phase 0, though
// the definition lets the pivot read it: such a read obtains what the pivot wrote, which `own`
// keeps. And an atomic read-write serves as e2, too.
//
// The one-pass search of persistence.h needs no Q; this is for other SC model checkers, and a
// second opinion.
#pragma once

#include <cstdint>

#include "gcl/ast.h"

namespace overtake::fences {

// Values that P must not use.
inline constexpr std::int64_t kC1 = 1'999'999'973;
inline constexpr std::int64_t kC2 = 1'999'999'943;

// Throws InputError for computed addresses and locks.
gcl::Program reduction(const gcl::Program& program);

}  // namespace overtake::fences
