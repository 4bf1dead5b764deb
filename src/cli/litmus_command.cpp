// overtake litmus: what a model allows each test of a suite to show, in herd's words.
#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/long_run.h"
#include "cli/terminal.h"
#include "report/document_text.h"

namespace overtake::cli {
int litmus_command(const Settings& s) {
  analysis::LitmusOptions options{.files = s.files,
                                  .model = s.memory_model(),
                                  .runs = s.order || !s.html_file.empty(),
                                  .expect_file = s.expect_file};
  // Suites are long: each test is shown as soon as it has run.
  options.on_test = [&](const report::LitmusResult& test) {
    if (!s.json) write_stdout(report::to_text(test));
    if (!test.error.empty()) complain(test.error);
    if (!test.difference.empty()) complain(fmt::format("{}: {}", test.file, test.difference));
  };
  LongRun run = limits_of(s);
  run.text = [](const report::Document& document) {
    return report::summary_text(std::get<report::LitmusDocument>(document));
  };
  return long_run(s, run, [&](const analysis::Control& control) {
    const report::LitmusDocument document = analysis::litmus(options, control);
    if (!document.finished)
      complain(fmt::format("inconclusive: {}: {}",
                           analysis::suite_files(s.files)[document.tests.size()],
                           report::sentence(control.reason())));
    return document;
  });
}

}  // namespace overtake::cli
