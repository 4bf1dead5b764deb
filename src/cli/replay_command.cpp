// overtake replay: a schedule file, shown again step by step.
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/output.h"
#include "cli/values.h"

namespace overtake::cli {

int replay_command(const Settings& s) {
  if (s.files.size() != 1) throw UsageError("one SCHEDULE_FILE is replayed at a time");
  report::Document document = analysis::replay(s.files.front(), s.full);
  print_document(s, document);
  write_report_files(s, document);
  return to_int(report::outcome(document));
}

}  // namespace overtake::cli
