// Violation witnesses in the exchange formats of SV-COMP.
//
// A witness leads a validator along the failing execution: GraphML 1.0 as an automaton that is one
// path (with the thread of each transition, and where threads are created), YAML 2.0 as a sequence
// of segments that ends in the target. Only what both sides understand is told: lines, threads, and
// values of global variables that were read. The formats know no store buffers: stores that reach
// memory later are no transitions, so a validator for sequential consistency will not confirm what
// only TSO or PSO allows.
#pragma once

#include <string>

#include "report/document.h"

namespace overtake::report {

// Both take a document with at least one error; `time` is when it was made, in ISO 8601.
std::string to_graphml(const Document& document, const std::string& time);
std::string to_yaml_witness(const Document& document, const std::string& time);

// Whether there is an execution to be witnessed.
bool has_violation(const Document& document);

}  // namespace overtake::report
