// overtake explain: a saved result (--json) again, as text or in any other format.
#include <unistd.h>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/values.h"
#include "report/document_text.h"
#include "report/json.h"
#include "report/read_document.h"

namespace overtake::cli {
int explain_command(const Settings& s) {
  if (s.files.size() != 1) throw UsageError("one RESULT_FILE is explained at a time");
  text_wanted(s);
  const report::Document document = report::read_document(s.files.front());
  if (s.json)
    write_stdout(report::json_text(document));
  else if (!document_wanted(s))
    write_stdout(report::to_text(document, style_of(STDOUT_FILENO, s.color)));
  write_report_files(s, document);
  return to_int(ExitCode::NoError);
}

}  // namespace overtake::cli
