// A counterexample as a story: the steps that matter, in the order in which they happened, each
// with its line, its code and what it did; and what went wrong, in plain words.
//
// The judge's replay has every step. Most do not help to understand the failure: steps inside the
// library models, accesses that no other thread sees, threads that took no part. `tell` keeps what
// the failure depends on (a backward slice over reads-from, spawns and missed stores).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "memory/replay.h"
#include "report/execution.h"
#include "report/names.h"
#include "report/places.h"
#include "report/slice.h"

namespace overtake::report {

struct Story {
  std::vector<StoryStep> steps;
  std::vector<std::string> sentences;  // what went wrong, in plain words
  std::vector<std::string> legend;     // what the unnamed objects are
  std::size_t left_out = 0;            // steps of the replay that are not shown
  std::vector<MissedStore> missed;
};

struct StoryOptions {
  bool full = false;                        // every step
  std::size_t max_steps = 60;               // of a story that is not full
  std::optional<Race> race = std::nullopt;  // what the error is, if it is one
};

Story tell(const ir::Program& program, const memory::Replay& replay, Names& names, SourceText& text,
           const StoryOptions& options = {});

}  // namespace overtake::report
