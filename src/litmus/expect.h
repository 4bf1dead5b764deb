// What a suite is expected to show: verdicts written by hand, or the log of another run.
//
//     SB Allow              one test a line; Allow and Forbid speak of the proposition
//     SB+mfences Forbid     (also Allowed, Forbidden)
//     CoRR Never            or the word of the Observation: Never, Sometimes, Always
//
// or the lines that herd, litmus and this tool print. A log is compared by the states as well.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "litmus/run.h"

namespace overtake::litmus {

struct Expectation {
  std::optional<bool> allows;
  std::optional<Observation> observation;
  // Each state as "location=value" texts, with [x] written x and numbers in decimal.
  std::optional<std::set<std::set<std::string>>> states;
};

using Expectations = std::map<std::string, Expectation>;

// Throws InputError with the line that is none of these.
Expectations parse_expectations(std::string_view text, const std::string& file);

// Empty if the outcome is as expected; else what differs, in one line.
std::string difference(const Outcome& outcome, const Expectation& expected);

}  // namespace overtake::litmus
