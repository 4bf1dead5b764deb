// The executions of a document, whatever command found them: what SARIF and graphs are made of.
#pragma once

#include <string>
#include <vector>

#include "report/document.h"

namespace overtake::report {

struct ShownRun {
  std::string kind;  // of the error; "violation" of sequential consistency
  std::string message;
  Place place;
  std::string thread;  // that fails; empty: none
  std::vector<std::string> explanation;
  Run run;
};

// Errors and violations, in the order of the document; traces are not among them.
std::vector<ShownRun> shown_runs(const Document& document);

}  // namespace overtake::report
