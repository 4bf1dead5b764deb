// overtake linearize: all small clients of a data structure, and what they can observe.
#include "cli/commands.h"
#include "cli/long_run.h"
#include "cli/machines.h"

namespace overtake::cli {

int linearize_command(const Settings& s) {
  scale::Transport* transport = other_machines();
  const analysis::LinearizeOptions options{.program = s.program(),
                                           .criterion = s.require,
                                           .threads = s.client_threads,
                                           .operations = s.client_operations,
                                           .races = s.races,
                                           .full = s.full,
                                           .test_file = s.test_file,
                                           .jobs = s.jobs,
                                           .checkpoint_file = s.checkpoint_file,
                                           .checkpoint_every = s.checkpoint_every,
                                           .resume_file = s.resume_file,
                                           .transport = transport};
  LongRun how = limits_of(s);
  how.distributed = transport != nullptr;
  how.silent = transport != nullptr && transport->rank() != 0;
  return long_run(s, how, [&](const analysis::Control& control) {
    return analysis::linearize(options, control);
  });
}

}  // namespace overtake::cli
