// Histories of linearize in words.
#pragma once

#include "analysis/program.h"
#include "linearize/attempts.h"
#include "linearize/explore.h"
#include "report/document.h"

namespace overtake::analysis {

report::LinearizeHistory describe_history(const linearize::Declaration& declaration,
                                          const linearize::Client& client,
                                          const linearize::Violation& violation,
                                          linearize::Specification& specification,
                                          linearize::Criterion criterion);

// The run, replayed. `program` has the client in its table.
report::Finding describe_run(const ir::Program& program, const linearize::Declaration& declaration,
                             const linearize::Violation& violation, MemoryModel model,
                             linearize::Criterion criterion, bool full);

// The client as a file for `check`: what --emit-test writes.
std::string client_test(const linearize::Declaration& declaration, const linearize::Client& client,
                        const report::LinearizeDocument& document, const Program& program);

}  // namespace overtake::analysis
