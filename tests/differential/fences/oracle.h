// Persistence by its definition and nothing else: every run of the machine under TSO and under SC,
// their traces (program orders and store order, PERSIST section 6), and whether SC has them all.
//
// A run's trace and the number of each thread's operations determine where every thread is and what
// its buffer holds, so two runs that agree on them have the same future: runs are merged on that,
// and on nothing else. (That takes one name for an object in all runs: addresses have the number of
// the thread that allocated it, which is handed out once for all of them.)
#pragma once

#include <set>
#include <string>

#include "base/model.h"
#include "ir/program.h"
#include "memory/schedule.h"

namespace overtake::fences {

// What a compare-and-swap that does not find its value is: in guarded commands it waits, and
// nothing has happened; in C it has read.
enum class FailedCas { Waits, Reads };

// The traces of all complete runs (every store has reached memory), maximal or not. `names`: of the
// threads that were met so far.
std::set<std::string> traces(const ir::Program& program, Model model, FailedCas failed_cas,
                             memory::ThreadNames& names);

bool is_persistent_by_definition(const ir::Program& program,
                                 FailedCas failed_cas = FailedCas::Waits);

// Whether every trace à la Shasha and Snir under the model is one of SC (no happens-before cycle).
bool is_robust_by_definition(const ir::Program& program, Model model,
                             FailedCas failed_cas = FailedCas::Waits, PsoRmw pso_rmw = PsoRmw::All);

// Whether some thread fails in some run.
bool fails_by_definition(const ir::Program& program, Model model);

}  // namespace overtake::fences
