// overtake monitor: does the program ever leave sequential consistency?
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/long_run.h"
#include "cli/output.h"

namespace overtake::cli {

int monitor_command(const Settings& s) {
  const analysis::TraceFiles traces{.files = s.files, .format = s.trace_format};
  if (analysis::names_traces(traces)) {
    report::Document document = analysis::monitor(
        analysis::RecordedOptions{.traces = traces, .model = s.memory_model(), .full = s.full});
    print_document(s, document);
    write_report_files(s, document);
    return to_int(report::outcome(document));
  }
  const analysis::MonitorOptions options{.program = s.program(),
                                         .preemption_bound = s.preemption_bound,
                                         .max_executions = s.max_executions,
                                         .full = s.full};
  return long_run(
      s, [&](const analysis::Control& control) { return analysis::monitor(options, control); });
}

}  // namespace overtake::cli
