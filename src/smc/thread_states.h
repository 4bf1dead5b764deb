// The states of one thread in a run: before each of its events, and now.
//
// Explorations go back and forth all the time. What was cut off is kept and written over, so that
// saving a state allocates nothing once the run has been as long before.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "exec/thread.h"

namespace overtake::smc {

class ThreadStates {
 public:
  bool empty() const { return size_ == 0; }
  const exec::Thread& operator[](std::size_t i) const { return states_[i]; }
  const exec::Thread& back() const { return states_[size_ - 1]; }

  void push(exec::Thread state) {
    if (size_ == states_.size())
      states_.push_back(std::move(state));
    else
      states_[size_] = std::move(state);
    ++size_;
  }
  // Appends a copy of the last state, to be changed into the next one.
  exec::Thread& push_copy() {
    if (size_ == states_.size()) states_.emplace_back();
    states_[size_] = states_[size_ - 1];
    return states_[size_++];
  }
  void cut(std::size_t size) { size_ = size; }

 private:
  std::vector<exec::Thread> states_;
  std::size_t size_ = 0;
};

}  // namespace overtake::smc
