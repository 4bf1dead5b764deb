// What `overtake monitor` says: the verdict and the violations, as text and as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/model.h"
#include "monitor/violations.h"
#include "report/check_report.h"
#include "report/places.h"
#include "report/text.h"

namespace overtake::cli {

enum class Robustness : std::uint8_t { Robust, Violation, Inconclusive };

// Violations whose accesses stand on the same lines.
struct ViolationReport {
  const monitor::Violation* shown = nullptr;
  report::Place delayed;
  report::Place overtaking;
};

struct MonitorReport {
  std::vector<std::string> input;
  Model model = Model::TSO;
  PsoRmw pso_rmw = PsoRmw::All;
  std::string method;  // "classes", "interleavings", "exhaustive"
  std::string exhaustive_because;
  Robustness verdict = Robustness::Inconclusive;
  std::vector<std::string> reasons;  // why inconclusive
  std::vector<ViolationReport> violations;
  std::uint64_t executions = 0;
  std::vector<std::uint64_t> by_preemptions;
  std::vector<report::Place> bounded_loops;
  double seconds = 0;
  std::uint64_t peak_memory_bytes = 0;
};

// "program-order", ..., and why a step comes before the next one of a cycle, in words.
std::string_view edge_name(memory::TraceEdgeKind kind);
std::string_view because(memory::TraceEdgeKind kind);

// One for each pair of lines, in the order of the lines.
std::vector<ViolationReport> by_lines(const ir::Program& program,
                                      const std::vector<monitor::Violation>& violations);

std::string to_text(const MonitorReport& report, const ir::Program& program,
                    const report::TextOptions& options);
nlohmann::ordered_json to_json(const MonitorReport& report, const ir::Program& program);

}  // namespace overtake::cli
