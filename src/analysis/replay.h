// A counterexample that was saved, once more: `overtake replay` in data.
#pragma once

#include <string>

#include "report/document.h"

namespace overtake::analysis {

// Throws InputError if the file is no schedule, or does not lead to its error any more.
report::ReplayDocument replay(const std::string& schedule_file, bool full = false);

}  // namespace overtake::analysis
