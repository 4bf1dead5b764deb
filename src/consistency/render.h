// Answers about recorded traces as text and JSON. Nothing is printed here.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "consistency/consistency.h"
#include "trace/recorded_trace.h"

namespace overtake::consistency {

std::string_view name(Verdict verdict);  // "consistent", "inconsistent", "unknown"
std::string_view name(Rule rule);        // stable words for programs: "program-order", ...

// "sb.axe:3: inconsistent", then the reason, or with `witness` the order.
std::string to_text(const RecordedTrace& trace, const Result& result, bool witness);
// Why the trace is inconsistent, in sentences; empty if it is not.
std::vector<std::string> reason_sentences(const RecordedTrace& trace, const Result& result);
nlohmann::ordered_json to_json(const RecordedTrace& trace, const Result& result, bool witness);

}  // namespace overtake::consistency
