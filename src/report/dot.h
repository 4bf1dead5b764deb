// A result document as graphs for graphviz: events by thread, with po, rf, co and fr.
#pragma once

#include <string>

#include "report/document.h"

namespace overtake::report {

// One digraph for each counterexample or trace, in one file: `dot -Tsvg -O` draws them all.
std::string to_dot(const Document& document);

}  // namespace overtake::report
