// The oracle: every run of the store-buffer machine on a small execution, by brute force.
//
// A state is one 64-bit word: the position of each thread, which buffered writes have reached
// memory, and what memory holds. Buffers follow from that. Nothing is pruned but states already
// seen and runs in which a read obtains a write it must not; no notion of the algorithms under test
// appears here.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "trace/execution.h"

namespace overtake::test {

// For each event the writes it may obtain: bit e for event e, bit kInitialBit for the initial
// value.
using Allowed = std::vector<std::uint32_t>;
inline constexpr unsigned kInitialBit = 16;
inline constexpr unsigned kMaxEvents = 16;
inline constexpr unsigned kMaxThreads = 4;
inline constexpr unsigned kMaxLocations = 4;

Allowed allowed_by_reads_from(const Execution& execution);
Allowed allowed_by_good_writes(const Execution& execution, const GoodWrites& good_writes);

class SmallMachine {
 public:
  SmallMachine(const Execution& execution, Model model);

  // Is there a run in which every read obtains an allowed write?
  bool realizable(const Allowed& allowed);

  // A random complete run: what each read obtains. False if the run got stuck (order edges).
  bool random_run(std::mt19937_64& random, std::vector<EventId>& obtained);

 private:
  struct State {
    std::uint8_t next[kMaxThreads] = {};
    std::uint8_t memory[kMaxLocations];  // event, or kInitialBit
    std::uint32_t flushed = 0;
    std::uint64_t key() const;
  };
  bool buffered(unsigned event) const;
  bool pending(const State& s, unsigned event) const;
  bool step(State& s, unsigned thread, const Allowed* allowed,
            std::vector<EventId>* obtained) const;
  bool flush(State& s, unsigned event) const;
  bool drained(const State& s, unsigned event) const;
  bool finished(const State& s) const;
  bool issued(const State& s, unsigned event) const;

  const Execution& x_;
  Model model_;
  unsigned count_;
  std::vector<std::uint8_t> position_, epoch_, in_block_, starts_block_;
};

}  // namespace overtake::test
