// The answers of one check under several memory models (`--model sc,tso,pso`). As JSON it is the
// array of their documents.
#pragma once

#include <vector>

#include "report/check_document.h"

namespace overtake::report {

struct ModelsDocument {
  Frame frame;  // of all together
  std::vector<CheckDocument> results;
};

}  // namespace overtake::report
