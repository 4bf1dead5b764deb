// What `overtake fences` prints.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/model.h"
#include "fences/fences.h"
#include "report/text.h"

namespace overtake::cli {

struct FencesReport {
  std::vector<std::string> input;
  std::string criterion;
  Model model = Model::TSO;
  double seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
  std::uint32_t value_bits = 0;
};

nlohmann::json to_json(const FencesReport& around, const fences::Report& report);

// `program` is the one that the counterexample's replay ran.
std::string to_text(const FencesReport& around, const fences::Report& report,
                    const ir::Program& program, const report::Style& style);

}  // namespace overtake::cli
