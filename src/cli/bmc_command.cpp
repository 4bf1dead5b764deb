// overtake bmc, and overtake sequentialize, which writes what bmc would solve.
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/long_run.h"
#include "cli/terminal.h"

namespace overtake::cli {
namespace {

analysis::BmcOptions bmc_options(const Settings& s) {
  return {.program = s.program(),
          .sma = s.sma,
          .rounds = s.rounds,
          .max_clock = s.max_clock,
          .queue = s.queue,
          .int_bits = s.int_bits,
          .jobs = s.jobs,
          .full = s.full};
}

}  // namespace

int bmc_command(const Settings& s) {
  return long_run(
      s, [&](const analysis::Control& control) { return analysis::bmc(bmc_options(s), control); });
}

int sequentialize_command(const Settings& s) {
  write_stdout(analysis::sequentialize(bmc_options(s), s.emit));
  return to_int(ExitCode::NoError);
}

}  // namespace overtake::cli
