// A result document as text for a terminal: what the commands print, and `overtake explain` again.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "report/text.h"

namespace overtake::report {

// Errors with their stories, refuted traces, then the verdict and what it cost.
std::string to_text(const nlohmann::ordered_json& document, const Style& style);

}  // namespace overtake::report
