// NaiveVerify: enumeration of the lower sets of all events, the baseline of RF §6.1.
#pragma once

#include <cstdint>

#include "consistency/queue_search.h"

namespace overtake::consistency {

class Naive : QueueSearch<Naive> {
 public:
  using DepthFirst::run;

 private:
  friend DepthFirst;

  void start();
  Move descend(Budget& budget);
  bool attempt(std::uint32_t candidate);
  bool may_step(std::uint32_t thread) const;
  bool may_flush(std::uint32_t queue) const;
  void flush(std::uint32_t queue);
  std::uint32_t urgency(std::uint32_t candidate) const;
  Hash128 key() const;
  std::uint32_t wanted(std::uint32_t location) const {
    return cells_[remaining_ + cells_[active_ + location]];
  }

  std::size_t remaining_ = 0;  // where in cells_: by write the reads that still want it
};

}  // namespace overtake::consistency
