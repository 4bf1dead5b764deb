// The result document of overtake fences: what it found, and what every renderer can draw of it.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/fences_report.h"

namespace overtake::cli {

// `program` is the one that the counterexample's replay ran; `patch` the fences as a unified diff,
// empty if there is none.
nlohmann::ordered_json fences_document(const FencesReport& around, const fences::Report& report,
                                       const ir::Program& program, const std::string& patch);

}  // namespace overtake::cli
