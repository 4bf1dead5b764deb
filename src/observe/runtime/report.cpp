// Findings are shown as they come, if the program was not started by `overtake observe`.
#include <fcntl.h>
#include <sys/wait.h>

#include "observe/runtime/runtime.h"

namespace overtake::observe {

void count_switch() { ++runtime.findings.header().switches; }
void count_preemption() { ++runtime.findings.header().preemptions; }

void finding_written(std::uint64_t) {}
bool finish_report() { return runtime.findings.found() != 0; }

void report_deadlock() {
  runtime.findings.deadlock();
  sys_exit_group(finish_runtime(runtime.options.exit_code));
}


}  // namespace overtake::observe
