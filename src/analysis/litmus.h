// What litmus tests show under a model: `overtake litmus` in data.
//
//     const report::LitmusDocument d =
//         analysis::litmus({.files = {"suite/"}, .model = Model::TSO});
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/control.h"
#include "base/model.h"

namespace overtake::analysis {

struct LitmusOptions {
  std::vector<std::string> files;  // see suite_files
  MemoryModel model = Model::TSO;
  bool runs = false;             // with a run for each final state
  std::string expect_file = {};  // verdicts, or a log of herd, to compare with; empty: none
  // Told each result as soon as it is there.
  std::function<void(const report::LitmusResult&)> on_test = {};
};

// A test that cannot be run is a result with an error; the others are worth running.
report::LitmusDocument litmus(const LitmusOptions& options, const Control& control = {});

// The tests that FILE, DIR (searched for *.litmus) and @LIST (one path a line, `#` comments,
// relative to the list) name, each once, in that order; folders are sorted. Throws InputError.
std::vector<std::string> suite_files(const std::vector<std::string>& arguments);

}  // namespace overtake::analysis
