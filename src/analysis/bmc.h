// The same question as check, within bounds, by a SAT solver: `overtake bmc` in data.
//
//     const report::BmcDocument d =
//         analysis::bmc({.program = {.files = {"queue.c"}, .unroll = 3}});
#pragma once

#include <cstdint>
#include <string>

#include "analysis/control.h"
#include "analysis/program.h"
#include "seq/sma_kind.h"

namespace overtake::analysis {

struct BmcOptions {
  Program program;  // unroll 0: raised as needed, like the bounds below
  seq::SmaKind sma = seq::SmaKind::Timeline;
  std::uint32_t rounds = 0;     // turns of each thread
  std::uint32_t max_clock = 0;  // timestamps of buffered stores
  std::uint32_t queue = 0;      // writes of a location, or of a buffer, that are kept
  std::uint32_t int_bits = 0;   // of integers; 0: all. Errors are checked with all
  std::uint32_t jobs = 1;       // threads; 0: as many as there are processors
  bool full = false;            // the story of a counterexample has every step
};

report::BmcDocument bmc(const BmcOptions& options, const Control& control = {});

enum class Emit : std::uint8_t { C, Ir, Smt2, Cnf };

// The bounded program as a sequential one, or its formula: `overtake sequentialize`.
std::string sequentialize(const BmcOptions& options, Emit emit);

}  // namespace overtake::analysis

namespace overtake {

template <>
inline constexpr std::array kNames<analysis::Emit>{
    Named{analysis::Emit::C, "c"}, Named{analysis::Emit::Ir, "ir"},
    Named{analysis::Emit::Smt2, "smt2"}, Named{analysis::Emit::Cnf, "cnf"}};

}  // namespace overtake
