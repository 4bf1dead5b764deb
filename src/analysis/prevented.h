// Of several fences: the run that each of them prevents and the others do not.
//
// The program with all fences but one is explored until a run is found, the same way in which its
// users would see it: by the RF exploration for safety, by the monitors for robustness. This is
// meant for people; it is given up after a few seconds, and says nothing of persistence.
#pragma once

#include <optional>

#include "analysis/control.h"
#include "base/model.h"
#include "fences/fences.h"
#include "report/robustness_document.h"

namespace overtake::analysis {

// A run for each of `found.placements` for which there is one, with the fences of `found.fences`
// that the placement stands for in `prevented_by`.
std::vector<report::FencesViolation> prevented_runs(const fences::Subject& subject,
                                                    const fences::Report& found,
                                                    fences::Criterion criterion,
                                                    const MemoryModel& model,
                                                    const Control& control);

}  // namespace overtake::analysis
