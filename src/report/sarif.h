// A result document as SARIF 2.1.0: findings that GitHub and editors show in place.
#pragma once

#include <string>

#include "report/document.h"

namespace overtake::report {

// Errors are results with a code flow: a thread flow for each thread, whose steps carry their order
// in the execution. Why a verdict is inconclusive becomes a notification of the tool.
std::string to_sarif(const Document& document);

}  // namespace overtake::report
