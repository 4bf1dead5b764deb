// The words of `overtake consistency`: why an order of events is needed, why a read is impossible.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "consistency/consistency.h"
#include "report/trace_document.h"

namespace overtake::report {

std::string_view name(consistency::Rule rule);  // stable words for programs: "program-order", ...

// "line 3: 0: M[1] := 7", with "reaches memory" for a memory-write.
std::string step_text(const TraceStep& step);

// Why a step comes before another. `read`: the text of the read that the rule is about.
std::string because(consistency::Rule rule, const std::string& read);

// Why the trace is inconsistent, in sentences. `read`: the one that is impossible, or empty.
std::vector<std::string> reason_sentences(const consistency::Reason& reason,
                                          const std::string& read);

}  // namespace overtake::report
