// What `linearize` explores: the declaration, the program with its driver, the specification, and
// all clients. The search for fences explores the same.
#pragma once

#include <vector>

#include "analysis/linearize.h"
#include "analysis/prepare.h"
#include "linearize/client.h"
#include "linearize/explore.h"

namespace overtake::analysis {

struct LinearizeTask {
  ProgramKey key = {};
  linearize::Criterion criterion = linearize::Criterion::Linearizable;
  linearize::Declaration declaration = {};
  ir::Program program = {};                     // prepared as it was asked for
  ir::Program sequential = {};                  // the specification: one thread runs it
  std::vector<linearize::Client> clients = {};  // smallest first
  std::vector<std::size_t> ends = {};           // by number of calls: clients up to that

  linearize::ClientOptions client_options(bool races) const;
};

// Throws UsageError for bounds that are too large, InputError for what is wrong in the declaration.
LinearizeTask make_task(const LinearizeOptions& options, Purpose purpose);

}  // namespace overtake::analysis
