// The heads of loops at which ways of a round have been, so that ways end that run in circles.
//
// Two ways that are at the head of a loop in the same state (exec::state_at_head), with the same
// changes before, have the same future. Objects that were made and have ended on the way are no
// part of that: a loop inside the round may make one in each of its iterations.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "exec/debts.h"
#include "exec/rounds.h"
#include "smc/own_objects.h"

namespace overtake::smc {

// Rest: what else the thread has changed on its way; can be compared.
template <class Rest>
class RoundHeads {
 public:
  // Whether no way was there before. `hash`: of `rest`.
  bool is_new(const exec::Thread& thread, const OwnObjects& objects, const OwnObjects::Changes& own,
              Rest rest, std::uint64_t hash) {
    Head head{.alive = objects.alive_at_head(thread, own),
              .own = own.written,
              .debts = thread.debts(),
              .turns = thread.turns(),
              .rest = std::move(rest)};
    if (thread.may_store()) head.reads = thread.spin_reads();
    std::vector<Head>& there = heads_[combine(exec::state_at_head(thread), hash)];
    if (std::ranges::find(there, head) != there.end()) return false;
    there.push_back(std::move(head));
    return true;
  }

  void clear() { heads_.clear(); }

 private:
  struct Head {
    std::vector<std::uint32_t> alive;  // objects of the way
    std::vector<OwnObjects::Changes::Write> own;
    exec::Debts debts;
    std::vector<exec::Turn> turns;
    std::vector<exec::SpinRead> reads;  // that decide what is a store of what is there
    Rest rest;
    friend bool operator==(const Head&, const Head&) = default;
  };

  std::unordered_map<std::uint64_t, std::vector<Head>> heads_;  // by hash
};

}  // namespace overtake::smc
