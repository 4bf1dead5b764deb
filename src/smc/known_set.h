// The mutations that a node knows. Most nodes know a handful, and nodes come and go with every
// execution: those are kept in a plain list. A node near the root may know a great many.
#pragma once

#include <tsl/robin_set.h>

#include <algorithm>
#include <vector>

#include "base/hash.h"

namespace overtake::smc {

class KnownSet {
 public:
  // True if it was not there.
  bool insert(const Hash128& h) {
    if (!many_.empty()) return many_.insert(h).second;
    if (std::find(few_.begin(), few_.end(), h) != few_.end()) return false;
    if (few_.size() < kFew) {
      few_.push_back(h);
      return true;
    }
    many_.insert(few_.begin(), few_.end());
    few_.clear();
    return many_.insert(h).second;
  }

  void clear() {
    few_.clear();
    // Emptying a table costs as much as it ever was large.
    if (!many_.empty()) many_ = {};
  }

 private:
  static constexpr std::size_t kFew = 16;

  std::vector<Hash128> few_;
  tsl::robin_set<Hash128, Hash128Hasher> many_;
};

}  // namespace overtake::smc
