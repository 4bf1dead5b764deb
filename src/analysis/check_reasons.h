// Why a check cannot say "no error": everything that was left out, as the reasons of its document.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/check.h"
#include "analysis/prepare.h"
#include "smc/check.h"

namespace overtake::analysis {

// An exploration that has ended.
struct Explored {
  const CheckOptions& options;
  const Control& control;
  const Prepared& prepared;
  const smc::CheckResult& result;
  const std::optional<report::Hunted>& hunt;
  // Executions did not end: the bound of loops that was exhausted, or was tried first.
  std::optional<std::uint32_t> bound;
  bool saved = false;  // a checkpoint was written
};

// Everything that keeps "no error" from being the whole truth.
std::vector<report::Reason> why_not_safe(const Explored& explored);

// Nothing was left out but iterations of loops beyond their bounds.
bool only_bounds(const std::vector<report::Reason>& reasons);

}  // namespace overtake::analysis
