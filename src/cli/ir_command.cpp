// overtake ir: the program as text.
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/output.h"

namespace overtake::cli {

int ir_command(const Settings& s) {
  report::Document document = analysis::show_ir(s.program(), s.model.has_value());
  print_document(s, document);
  return to_int(ExitCode::NoError);
}

}  // namespace overtake::cli
