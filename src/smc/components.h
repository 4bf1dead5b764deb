// States from which no run ends.
//
// Tarjan's algorithm, beside a depth-first search of a state graph: a strongly connected component
// that no step leaves, and that has no final state, is one in which threads iterate for ever. The
// search reports its steps; a component is known when its first state is left.
//
// States that follow each other without an alternative are one vertex with several keys.
#pragma once

#include <tsl/robin_map.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/hash.h"

namespace overtake::smc {

class Components {
 public:
  // The search steps to a state that it has not met.
  void enter(const Hash128& key) {
    open_.push_back({++entered_, entered_, false});
    add_key(key);
  }
  // ... and on, without an alternative.
  void add_key(const Hash128& key) {
    orders_[key] = open_.back().order;
    members_.push_back(key);
  }
  // A step from the state that is open last to one that was met before.
  void meet(const Hash128& key) {
    const std::uint32_t order = orders_.at(key);
    if (order == kClosed)
      open_.back().escapes = true;
    else
      open_.back().least = std::min(open_.back().least, order);
  }
  // The run ends in the state that is open last.
  void end() { open_.back().escapes = true; }

  // All steps of the state that is open last have been taken. True: it is the first state of a
  // component in which every run is endless.
  bool leave() {
    const Open state = open_.back();
    open_.pop_back();
    if (state.least != state.order) {  // part of the component of a state before it
      open_.back().least = std::min(open_.back().least, state.least);
      open_.back().escapes |= state.escapes;
      return false;
    }
    while (!members_.empty() && orders_.at(members_.back()) >= state.order) {
      orders_[members_.back()] = kClosed;
      members_.pop_back();
    }
    if (!open_.empty()) open_.back().escapes = true;
    return !state.escapes;
  }

 private:
  static constexpr std::uint32_t kClosed = 0;  // its component is known

  struct Open {
    std::uint32_t order = 0;  // in which states were entered
    std::uint32_t least = 0;  // of the states that it reaches, as far as is known
    bool escapes = false;     // a run leaves the component, or ends
  };

  std::vector<Open> open_;
  std::vector<Hash128> members_;  // of components that are not known yet, in order
  tsl::robin_map<Hash128, std::uint32_t, Hash128Hasher> orders_;
  std::uint32_t entered_ = 0;
};

}  // namespace overtake::smc
