// The messages of the ranks, and what stands for things that are elsewhere.
#pragma once

#include "scale/rank.h"

namespace overtake::scale {

enum class Rank::Kind : std::uint32_t {
  WantWork,  // a rank has nothing to do
  NoWork,
  Work,      // counted: an item
  Claim,     // counted: claim, node, mutation
  Answer,    // counted: claim, granted
  Done,      // counted: join, report: values that were given are explored
  Publish,   // counted: node, mutations that are known already
  WantName,  // parent, number
  Names,
  Ask,       // rank 0 wants counters: wave
  Counters,  // wave, quiet, sent, received
  Stop,      // no rank continues
  Finish,    // nothing is left
  Wish,      // rank 0 should stop the run: a rank was stopped from outside
  Fail,      // kind, source, text
  Result,
  Rest,     // come to rest for a checkpoint
  Collect,  // send your part
  Part,
  GoOn,  // nodes that a rank still works below
};

// What a node knows, by the ranks that own its mutations.
class Rank::FarKnown final : public smc::KnownByAll {
 public:
  FarKnown(Rank& rank, std::uint64_t id) : rank_(rank), id_(id) {}

  bool is_far() const override { return true; }
  bool insert(const Hash128&) override { return false; }
  std::uint64_t claim(const Hash128& mutation) override;
  std::uint64_t id() const { return id_; }

 private:
  Rank& rank_;
  const std::uint64_t id_;
};

// A join of another rank.
class Rank::FarJoin final : public smc::JoinPoint {
 public:
  FarJoin(Rank& rank, std::uint64_t id) : rank_(rank), id_(id) {}

  std::optional<smc::WorkItem> arrive(const Report& report) override;
  std::uint64_t id() const { return id_; }

 private:
  Rank& rank_;
  const std::uint64_t id_;  // the rank is in its upper half
};

}  // namespace overtake::scale
