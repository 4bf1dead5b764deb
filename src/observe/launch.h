// Runs a program many times, each with a seed of its own, and collects what the runs find.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "observe/collect.h"
#include "observe/result.h"

namespace overtake::observe {

struct LaunchOptions {
  std::vector<std::string> command;  // the program and its arguments
  std::uint64_t runs = 1;
  std::uint64_t seed = 1;                            // of the first run; the others count up
  std::string runtime_options;                       // "strategy=pct:races=1", see docs/observe.md
  std::optional<std::chrono::milliseconds> timeout;  // of one run
  bool show_output = true;     // else what the program prints is kept until it fails
  bool keep_addresses = true;  // the same addresses in every run
  const std::atomic<bool>* stop = nullptr;
  std::function<void(const Result&)> progress;  // after every run
  // What a run printed that failed (its last lines).
  std::function<void(const RunSummary&, const std::string&)> failed;
};

// Throws InputError if the program cannot be started, or was not built to be observed.
Result launch(const LaunchOptions& options, const Suppressions& suppressions);

}  // namespace overtake::observe
