// One check under several memory models: the program is compiled and prepared once.
//
//     const report::ModelsDocument d = analysis::check_models(
//         {.program = {.files = {"queue.c"}}}, std::array{Model::SC, Model::TSO, Model::PSO});
#pragma once

#include <span>

#include "analysis/check.h"
#include "report/models_document.h"

namespace overtake::analysis {

// `options.program.model.base` is not looked at. Schedules go to files with the model in their
// names. Throws as check() does; UsageError for options that only make sense for one exploration.
report::ModelsDocument check_models(const CheckOptions& options, std::span<const Model> models,
                                    const Control& control = {});

}  // namespace overtake::analysis
