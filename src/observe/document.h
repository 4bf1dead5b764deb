// What was observed, as a result document (report/document.h).
#pragma once

#include <string>

#include "observe/result.h"
#include "report/observe_document.h"

namespace overtake::observe {

struct DocumentOptions {
  std::string version;  // of overtake
  Model model;          // the weakest one that was looked at
  std::string folder;   // the text shows names of files below it without it
  bool full = false;    // the text shows every step of every run
};

report::ObserveDocument make_document(const Result& result, const DocumentOptions& options);

}  // namespace overtake::observe
