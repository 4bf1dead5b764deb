// A second opinion: the memory models once more, on Sketches, sharing nothing with the IR, the
// executor and the machines that it judges.
//
// It is docs/memory-models.md read word by word and nothing else: explicit store buffers, every
// enabled step of every thread and every drain of every buffer tried in every reachable state,
// states merged only when they are equal. No reduction of any kind.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "base/model.h"
#include "fuzz/outcome.h"
#include "fuzz/sketch.h"

namespace overtake::fuzz {

struct NaiveOptions {
  MemoryModel model = Model::SC;
  std::size_t max_states = 0;  // 0: no limit
  bool classes = false;        // also tell the reads-from classes apart; costs time
};

struct NaiveResult {
  Outcomes outcomes;
  std::set<std::string> classes;  // their names mean nothing; how many there are does
  std::size_t states = 0;
  bool finished = true;  // false: max_states was reached
};

NaiveResult naive_outcomes(const Sketch& sketch, const NaiveOptions& options);

}  // namespace overtake::fuzz
