// A violation as recorded traces (docs/formats.md): what was observed, for `overtake monitor`, and
// the run of the weak machine, for `overtake consistency`.
#pragma once

#include <string>

#include "observe/judge.h"
#include "observe/result.h"

namespace overtake::observe {

std::string observed_trace(const Judged& judged, const Violation& violation);
std::string weak_trace(const Judged& judged, const Violation& violation);

}  // namespace overtake::observe
