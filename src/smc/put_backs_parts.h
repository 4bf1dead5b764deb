// Parts of PutBacks, for its two files only.
#pragma once

#include "smc/put_backs.h"
#include "smc/round_changes.h"

namespace overtake::smc {

// An operation of the execution: of τ, or one that a thread would do next.
struct PutBacks::OpState {
  Position event = kInitial;  // none: it waits
  std::uint32_t index = 0;
  Reader reader;
  const exec::Thread* state = nullptr;  // before it
};

struct PutBacks::RoundSearch {
  const exec::Thread& at;
  std::uint32_t index = 0;  // of the event that it is before
  Reader reader;
  std::span<const Round> others;  // rounds of other threads that may be under way
  // Whether it may come back, as far as that can be told; else whether it always does for sure.
  bool some_way = false;
  std::vector<Round> found;  // amounts that it owes at some time
  // Now, one entry for each change. What an operation that sets bits adds depends on what it finds.
  using Owed = std::vector<std::pair<std::uint32_t, std::uint64_t>>;  // location, amount
  Owed owed;
  // That it always comes back from these, and with these values, is assumed: it is found out.
  std::vector<std::pair<exec::Thread, Owed>> checked;
  std::vector<exec::Value> assumed;
  std::uint32_t steps = 0;
};

inline exec::Value plus(exec::Value v, std::uint64_t amount, unsigned size) {
  v.lo += amount;
  if (size < 8) v.lo &= (std::uint64_t{1} << (8 * size)) - 1;
  return v;
}

}  // namespace overtake::smc
