// overtake consistency: could these recorded traces have happened?
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/output.h"

namespace overtake::cli {

int consistency_command(const Settings& s) {
  report::Document document =
      analysis::consistency({.traces = {.files = s.files, .format = s.trace_format},
                             .model = s.memory_model(),
                             .algorithm = s.algorithm,
                             .closure = !s.no_closure,
                             .order = s.order,
                             .explain = s.explain,
                             .terse = s.terse,
                             .executions = document_wanted(s),
                             .timeout = s.timeout});
  print_document(s, document);
  write_report_files(s, document);
  return to_int(report::outcome(document));
}

}  // namespace overtake::cli
