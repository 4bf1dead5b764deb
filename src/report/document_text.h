// Result documents as text, for terminals: what each command prints, and what `overtake explain`
// prints of a saved document, byte for byte the same.
#pragma once

#include <string>

#include "report/document.h"
#include "report/text.h"

namespace overtake::report {

std::string to_text(const Document& document, const Style& style);

// One test of a litmus suite, as herd prints it: the text of a suite is that of its tests, and a
// summary if there are several.
std::string to_text(const LitmusResult& test);
std::string summary_text(const LitmusDocument& document);

// The findings of native programs, without the summary.
std::string findings_text(const ObserveDocument& document, const Style& style);

// One line for someone who waits: what the analysis has done so far.
std::string progress_text(const Document& so_far);

}  // namespace overtake::report
