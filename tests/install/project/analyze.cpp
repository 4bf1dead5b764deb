// Checks a queue as `overtake check` does, and uses the result as data.
#include <iostream>

#include "analysis/analysis.h"
#include "report/document_text.h"

using namespace overtake;

int main() {
  analysis::CheckOptions options{
      .program = {.files = {"queue_test.c", "queue.c"},
                  .compiler_flags = {"-Iinclude", "-DQUEUE_SIZE=2", "-DBROKEN"}}};
  options.program.model = Model::TSO;
  if (analysis::check(options).verdict != report::Verdict::Safe) return 1;

  options.program.model = Model::PSO;  // the entry may come later than its announcement
  const report::CheckDocument d = analysis::check(options);
  std::cout << report::to_text(d, {});
  return d.verdict == report::Verdict::Error && d.errors.front().kind == "assertion" ? 0 : 1;
}
