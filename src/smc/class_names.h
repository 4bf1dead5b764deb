// The names of the classes that the current execution belongs to (classes.h).
#pragma once

#include "smc/classes.h"
#include "smc/current_execution.h"
#include "smc/rvf_instance.h"
#include "trace/execution.h"

namespace overtake::smc {

// Its reads-from class. `instance`: what the reads are bound to, each to one write; none: to its
// source in τ.
ClassName reads_from_class(const CurrentExecution& execution, const RvfInstance* instance);

// What exploration by values may tell executions apart by: the value of each read, and the order in
// which locks and the like are taken.
ClassName values_class(const CurrentExecution& execution);

// The trace class of one of its runs: its reads-from class, and the order of stores to each byte.
ClassName trace_class(const CurrentExecution& execution, const Witness& run);

}  // namespace overtake::smc
