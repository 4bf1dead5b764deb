// What must hold of bounded model checking with sufficient bounds.
#pragma once

#include "fuzz/harness.h"
#include "seq/sma.h"

namespace overtake::fuzz {

// Under the model, with bounds that cover every run: an error is found if and only if the oracle
// meets one, and it is one that the oracle knows.
Property bmc_finds_what_the_oracle_meets(Model model, seq::SmaKind sma,
                                         PsoRmw pso_rmw = PsoRmw::All);

// The same of the program in which the first location is accessed only by threads that hold a mutex
// of its own: random programs seldom keep to such a rule by themselves.
Property bmc_finds_what_the_oracle_meets_under_locks(Model model, seq::SmaKind sma);

// The same of the program in which every second store is one with its fence.
Property bmc_finds_what_the_oracle_meets_with_fenced_stores(Model model, seq::SmaKind sma);

// The sequential program, executed choice by choice by the exhaustive exploration, fails if and
// only if the concurrent one does.
Property sequential_program_fails_like_the_concurrent_one(Model model, seq::SmaKind sma);

// With one timestamp, weak memory is sequentially consistent.
Property one_timestamp_is_sc(Model model, seq::SmaKind sma);

}  // namespace overtake::fuzz
