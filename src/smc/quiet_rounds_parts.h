// Parts of QuietRounds, for its two files only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "smc/needs.h"
#include "smc/quiet_rounds.h"
#include "smc/round_changes.h"
#include "smc/round_heads.h"

namespace overtake::smc {

// The ways in which a thread that is at the head of a loop may come back to it.
struct QuietRounds::Search {
  Reader reader;        // the location is that of each look
  bool surely = false;  // whether all ways come back is asked for; else what they change
  Words stored = {};    // of ways that come back
  Words taken = {};
  Turns turns = {};
  Words looked = {};  // at any time, if all ways are asked for
  std::uint32_t steps = 0;
  std::vector<Way> todo = {};
  // Where ways have been, unless all are asked for: by hash, and at heads with what they have
  // stored, taken and changed.
  std::unordered_map<std::uint64_t, std::vector<Way>> been = {};
  RoundHeads<std::tuple<Words, Words, Turns>> heads = {};
};

inline NeedsExhaustive gives_up(const char* construct, ir::SourceId source = {}) {
  return {.construct = construct, .source = source, .attempts = true};
}

template <class A, class B>
bool shares_bytes(const A& a, const B& b) {
  return a.address < b.address + b.size && b.address < a.address + a.size;
}

template <class W>
void add_words(std::vector<W>& to, const std::vector<W>& words) {
  for (const W& w : words)
    if (std::ranges::find(to, w) == to.end()) to.push_back(w);
}

}  // namespace overtake::smc
