// Programs under several models and algorithms, side by side.
//
// Each run is a process of its own, which prints its result as JSON: runs cannot disturb each
// other, a crash is one lost row, and CPU time and memory are what the kernel has counted.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "analysis/control.h"
#include "base/model.h"
#include "base/named.h"

namespace overtake::analysis {

enum class BenchAlgorithm : std::uint8_t { Rf, Rvf, Trace, Exhaustive, Bmc };

struct BenchTask {
  std::string file;
  std::string name;
  std::string size;  // empty: the program has none
};

struct BenchOptions {
  // Programs, or folders of them. A folder with a sizes.txt (lines "name size") has those that it
  // names; `sizes_file` is used instead of it.
  std::vector<std::string> files;
  std::string sizes_file;
  std::vector<Model> models;
  std::vector<BenchAlgorithm> algorithms;
  std::string timeout;  // of a run, for the document
  // The arguments with which this program runs one task.
  std::function<std::vector<std::string>(const BenchTask&, Model, BenchAlgorithm)> arguments;
};

report::BenchDocument bench(const BenchOptions& options, const Control& control = {});

}  // namespace overtake::analysis

namespace overtake {

template <>
inline constexpr std::array kNames<analysis::BenchAlgorithm>{
    Named{analysis::BenchAlgorithm::Rf, "rf"}, Named{analysis::BenchAlgorithm::Rvf, "rvf"},
    Named{analysis::BenchAlgorithm::Trace, "trace"},
    Named{analysis::BenchAlgorithm::Exhaustive, "exhaustive"},
    Named{analysis::BenchAlgorithm::Bmc, "bmc"}};

}  // namespace overtake
