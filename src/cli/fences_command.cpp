// overtake fences: the fewest fences that make a program behave as under SC.
#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "cli/long_run.h"
#include "cli/output.h"
#include "cli/terminal.h"
#include "cli/values.h"

namespace overtake::cli {
namespace {

// "T", "T|S" or "linux", each with its semicolon.
void set_fence_text(const std::string& text, fences::RepairOptions& repair) {
  const auto statement = [](std::string s) {
    const std::size_t last = s.find_last_not_of(" \t");
    s.resize(last == s.npos ? 0 : last + 1);
    return s.empty() || s.ends_with(';') ? s : s + ";";
  };
  const std::string given = text == "linux" ? "smp_mb();|smp_wmb();" : text;
  const std::size_t bar = given.find('|');
  repair.full_fence = statement(given.substr(0, bar));
  repair.store_fence = statement(bar == given.npos ? given : given.substr(bar + 1));
}

// A code base with fences of its own gets those, unless orders are asked for.
fences::RepairOptions repair_options(const Settings& s) {
  using fences::PatchStyle;
  fences::RepairOptions repair{
      .places = s.places.value_or(fences::Places::Anywhere),
      .style = s.style.value_or(s.fence_text.empty() ? PatchStyle::Order : PatchStyle::Fence)};
  if (!s.fence_text.empty()) set_fence_text(s.fence_text, repair);
  return repair;
}

analysis::FencesOptions fences_options(const Settings& s) {
  return {.program = s.program(),
          .criterion = s.criterion,
          .cost = s.cost,
          .repair = repair_options(s),
          .all_sets = s.all_sets,
          .buffer = s.buffer,
          .value_bits = s.value_bits,
          .flatten = s.flatten,
          .backend = s.backend,
          .jobs = s.jobs,
          .require = s.require,
          .client_threads = s.client_threads,
          .client_operations = s.client_operations};
}

// The fences as a patch, and into the files themselves.
void write_source(const Settings& s, const report::FencesDocument& document) {
  if (document.verdict != report::FencesVerdict::Needed) return;
  const auto files =
      analysis::patched_files(document, repair_options(s));  // says why if there is no patch
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
