// `--equivalence auto`: is RF exploration visiting the same values over and over?
//
// RF exploration costs less for an execution, RVF exploration may need far fewer of them. Which one
// is better shows in the executions themselves: if in many of those that RF exploration visits all
// reads obtain the same values, exploration by values would have visited few of them. So an RF
// exploration starts, samples of its executions are looked at, at its start and ever more seldom
// later, and it hands over when several of the executions seen so far have the same values on
// average. Executions that follow each other have more in common than others: of the first ones
// more have to be the same. What it has done by then is lost, but small; if it does not hand over,
// nothing is. The samples end soon, and only then do others join the exploration: what is found
// does not depend on how many they are.
#pragma once

#include <tsl/robin_set.h>

#include <cstdint>

#include "smc/classes.h"

namespace overtake::smc {

class ValueWatch {
 public:
  // Whether the next execution belongs to a sample.
  bool wants(std::uint64_t executions) const {
    return !done() && executions >= next_ && executions < next_ + kSample;
  }
  // No more samples.
  bool done() const { return next_ > kLast; }
  // The values of an execution that it wants. True: exploration by values is worth it.
  bool note(const ClassName& values) {
    classes_.insert(values);
    ++seen_;
    if (seen_ == kFirstLook) return seen_ >= kWorthAtOnce * classes_.size();
    if (seen_ % kSample != 0) return false;
    next_ = 4 * (next_ + kSample);
    return seen_ >= (seen_ == kSample ? kWorthSoon : kWorth) * classes_.size();
  }

 private:
  static constexpr std::uint64_t kSample = 256;
  static constexpr std::uint64_t kLast = 25'000;  // where the last sample begins, at most
  // Executions a class, of all that were seen: an RVF execution costs more. After the first ones,
  // after one sample, and after several.
  static constexpr std::uint64_t kFirstLook = 64;
  static constexpr std::uint64_t kWorthAtOnce = 16, kWorthSoon = 8, kWorth = 3;

  std::uint64_t next_ = 0;
  std::uint64_t seen_ = 0;
  tsl::robin_set<ClassName, Hash128Hasher> classes_;
};

}  // namespace overtake::smc
