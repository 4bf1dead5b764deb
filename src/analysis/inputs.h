// Nondeterministic inputs: __VERIFIER_nondet_int and its like.
//
// Their values are enumerated, so only a range of them can be explored (runtime/svcomp.c). A
// verdict for a program that can call one of them holds for that range only, and has to say so.
#pragma once

#include <string>
#include <vector>

#include "analysis/program.h"
#include "ir/program.h"

namespace overtake::analysis {

// What runtime/svcomp.c takes unless told otherwise.
inline constexpr Range kDefaultNondetRange{0, 3};

// The reachable input functions whose type has values outside the range, sorted.
std::vector<std::string> restricted_inputs(const ir::Program& program, const Range& range);

// Makes the program's inputs take the values of `range`. False if it has none.
bool set_nondet_range(ir::Program& program, const Range& range);

// Lets condition variables wake up for no reason. False if it has none.
bool allow_spurious_wakeups(ir::Program& program);

}  // namespace overtake::analysis
