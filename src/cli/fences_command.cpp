#include "cli/fences_command.h"

#include "cli/exit_codes.h"
#include "cli/long_run.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/values.h"

namespace overtake::cli {
namespace {

analysis::FencesOptions fences_options(const Settings& s) {
  return {.program = s.program(),
          .criterion = s.criterion,
          .cost = s.cost,
          .style = s.style,
          .all_sets = s.all_sets,
          .buffer = s.buffer,
          .value_bits = s.value_bits,
          .flatten = s.flatten,
          .backend = s.backend,
          .jobs = s.jobs};
}

// The fences as a patch, and into the files themselves.
void write_source(const Settings& s, const report::FencesDocument& document) {
  if (document.verdict != report::FencesVerdict::Needed) return;
  const auto files = analysis::patched_files(document, s.style);  // says why if there is no patch
  if (!s.patch_file.empty()) write_file(s.patch_file, document.patch);
  if (s.apply)
    for (const auto& [file, text] : files) write_file(file, text);
}

}  // namespace

int fences_command(const Settings& s) {
  const analysis::FencesOptions options = fences_options(s);
  if (s.reduction) {
    write_stdout(analysis::fences_reduction(options, *s.reduction));
    return to_int(ExitCode::NoError);
  }
  const bool writes_source = s.apply || !s.patch_file.empty();
  if (writes_source && analysis::is_gcl(options.program))
    throw UsageError("--patch and --apply are for C and C++");
  LongRun run = limits_of(s);
  if (writes_source)
    run.afterwards = [&](const report::Document& document) {
      write_source(s, std::get<report::FencesDocument>(document));
    };
  return long_run(
      s, run, [&](const analysis::Control& control) { return analysis::fences(options, control); });
}

}  // namespace overtake::cli
