// Fences as documents have them, and as a patch.
#pragma once

#include <string>
#include <vector>

#include "analysis/control.h"
#include "fences/choices.h"
#include "fences/fences.h"
#include "report/document.h"

namespace overtake::analysis {

report::FencesVerdict verdict_of(overtake::fences::Verdict verdict);
std::vector<report::Fence> described(const std::vector<overtake::fences::Fence>& fences);
std::vector<overtake::fences::Fence> undescribed(const std::vector<report::Fence>& fences);

// Empty if the program is not C or C++, or a fence cannot be written where it is needed:
// patched_files says why.
std::string patch_text(const std::vector<overtake::fences::Fence>& fences,
                       const overtake::fences::RepairOptions& repair);

// What every way of finding fences says in its document: the fences, how they were found, and why
// that is not all.
void describe(const overtake::fences::Report& report, const overtake::fences::RepairOptions& repair,
              const Control& control, report::FencesDocument& document);

}  // namespace overtake::analysis
