// What an exploration counts, as documents have it.
#pragma once

#include "report/check_document.h"
#include "smc/check.h"

namespace overtake::analysis {

report::Statistics statistics_of(const smc::Statistics& s);
report::Executions executions_of(const smc::CheckResult::Executions& e);
// Of equal threads that were visited once; the document has its executions.
void add_symmetry(const smc::CheckResult& result, report::CheckDocument& document);

}  // namespace overtake::analysis
