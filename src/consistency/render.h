// Answers about recorded traces as text, JSON and DOT. Nothing is printed here.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "consistency/consistency.h"
#include "trace/recorded_trace.h"

namespace overtake::consistency {

std::string_view name(Verdict verdict);  // "consistent", "inconsistent", "unknown"
std::string_view name(Rule rule);        // stable words for programs: "program-order", ...

// "sb.axe:3: inconsistent", then the reason, or with `witness` the order.
std::string to_text(const RecordedTrace& trace, const Result& result, bool witness);
nlohmann::ordered_json to_json(const RecordedTrace& trace, const Result& result, bool witness);
// The events by thread, what reads read from, and the order of the witness or the refuting cycle.
std::string to_dot(const RecordedTrace& trace, const Result& result);

}  // namespace overtake::consistency
