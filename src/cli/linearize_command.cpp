#include "cli/linearize_command.h"

#include "cli/long_run.h"

namespace overtake::cli {

int linearize_command(const Settings& s) {
  const analysis::LinearizeOptions options{.program = s.program(),
                                           .criterion = s.require,
                                           .threads = s.client_threads,
                                           .operations = s.client_operations,
                                           .races = s.races,
                                           .full = s.full,
                                           .test_file = s.test_file,
                                           .jobs = s.jobs};
  return long_run(
      s, [&](const analysis::Control& control) { return analysis::linearize(options, control); });
}

}  // namespace overtake::cli
