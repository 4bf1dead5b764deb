// Bounded model checking of concurrent programs: bound, sequentialize, execute symbolically, solve,
// and replay.
//
//     BmcResult r = check_bounded(program, {.model = Model::TSO, .unroll = 3, .rounds = 4});
//     if (r.error) ...          // a schedule that the machine has followed to an error
//     else if (r.complete())    // the bounds cover every run: the program is safe
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/model.h"
#include "memory/found.h"
#include "seq/bound.h"
#include "seq/sequentialize.h"

namespace overtake::bmc {

struct BmcResult;

struct BmcOptions {
  MemoryModel model = Model::SC;
  seq::SmaKind sma = seq::SmaKind::Timeline;
  std::uint32_t unroll = 1;
  std::uint32_t rounds = 0;  // 0 of each: as much as every run needs
  std::uint32_t max_clock = 0;
  std::uint32_t queue = 0;
  unsigned int_bits = 0;   // 0: full width
  std::uint32_t jobs = 1;  // solvers that look for the same thing, each in its own way
  const std::atomic<bool>* stop = nullptr;
  // Told the result without the solver's answer; returns how many solvers to use instead of `jobs`.
  std::function<std::uint32_t(const BmcResult&)> encoded;
};

struct BmcStatistics {
  std::uint32_t threads = 0;
  std::uint32_t visible_operations = 0;
  std::uint32_t buffered_cells = 0;
  std::uint64_t gates = 0;
  int variables = 0;
  std::uint64_t clauses = 0;
  double encode_seconds = 0;
  double solve_seconds = 0;
};

struct BmcResult {
  std::optional<memory::FoundError> error;
  bool finished = false;  // false: stopped from outside
  // An error of the program with --int-bits that the program at full width does not have.
  bool unconfirmed = false;
  // What the answer "no error" does not cover.
  bool loops_cut = false;
  bool rounds_short = false;
  bool clock_short = false;
  bool queue_short = false;
  bool width_reduced = false;
  BmcOptions used;                   // the bounds that were used
  seq::SufficientBounds sufficient;  // those that would cover every run of the bounded program
  BmcStatistics statistics;

  bool complete() const {
    return finished && !error && !unconfirmed && !loops_cut && !rounds_short && !clock_short &&
           !queue_short && !width_reduced;
  }
};

// `program`: after memory::lower_orders for the model, loops bounded by ir::bound_loops, without
// SpinHeads. Throws InputError for what cannot be sequentialized.
BmcResult check_bounded(const ir::Program& program, const BmcOptions& options);

// The first half of it: the sequential program, with the bounds filled in.
struct Sequentialized {
  seq::BoundedProgram bounded;
  seq::SequentialProgram sequential;
  BmcOptions used;
};
Sequentialized sequentialize(const ir::Program& program, const BmcOptions& options);

}  // namespace overtake::bmc
