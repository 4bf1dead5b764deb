// A sequential program as one C file for other tools: CBMC, ESBMC, or a compiler and a fuzzer.
#pragma once

#include <string>

#include "ir/program.h"

namespace overtake::seq {

// Self-contained C11: nondeterministic choice is __VERIFIER_nondet_ulong, assume is
// __CPROVER_assume (for CBMC and ESBMC) or, compiled with -DOVERTAKE_RUN, the end of the run;
// errors are failed assertions. Wants what seq/sequentialize.h makes: no loops, no threads.
std::string emit_c(const ir::Program& program);

}  // namespace overtake::seq
