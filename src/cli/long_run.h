// Runs that may take long, for all commands: limits, Ctrl-C, the progress line, the report, the
// exit code, and a report in time even if the work does not stop when it is told to.
//
//     return long_run(settings, [&](const analysis::Control& control) {
//       return analysis::check(options, control);
//     });
//
// A command only says what to do. What it would answer so far it tells its Control, and that is
// what is reported if nothing better comes in time.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "analysis/control.h"
#include "cli/settings.h"

namespace overtake::cli {

struct LongRun {
  std::optional<std::chrono::milliseconds> timeout;  // none: no limit
  std::optional<std::uint64_t> memory;
  std::chrono::milliseconds grace{2000};  // between the word to stop and a report without the work
  bool distributed = false;               // one of several processes that mpirun started
  bool silent = false;                    // report nothing: another process does
  // Printed instead of the document's text.
  std::function<std::string(const report::Document&)> text;
  // After the report, before the exit code.
  std::function<void(const report::Document&)> afterwards;
};

// The limits of the settings.
LongRun limits_of(const Settings& settings);

using Work = std::function<report::Document(const analysis::Control&)>;

// The exit code. What the work throws is thrown here.
int long_run(const Settings& settings, const LongRun& how, const Work& work);
int long_run(const Settings& settings, const Work& work);

}  // namespace overtake::cli
