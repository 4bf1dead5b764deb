// The mutations that a node knows. Most nodes know a handful, and nodes come and go with every
// execution: those are kept in a plain list. A node near the root may know a great many.
#pragma once

#include <tsl/robin_set.h>

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "smc/work_pool.h"

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

  std::size_t size() const { return few_.size() + many_.size(); }
  template <class Visit>
  void for_each(const Visit& visit) const {
    for (const Hash128& h : few_) visit(h);
    for (const Hash128& h : many_) visit(h);
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

// One that several explorers add to.
class KnownByAll : public Shared {
 public:
  // Whether the others that share it are in other processes: then what is to be added is claimed.
  virtual bool is_far() const = 0;
  // True if it was not there, for one of the workers that add it.
  virtual bool insert(const Hash128& h) = 0;
  // The same, but the answer comes later, to Explorer::settle with this number.
  virtual std::uint64_t claim(const Hash128& h) = 0;
};

// ... in one process.
class SharedKnown final : public KnownByAll {
 public:
  explicit SharedKnown(KnownSet known) : known_(std::move(known)) {}

  bool is_far() const override { return false; }
  std::uint64_t claim(const Hash128&) override { return 0; }
  bool insert(const Hash128& h) override {
    const std::lock_guard lock(mutex_);
    return known_.insert(h);
  }
  // While no worker adds anything.
  const KnownSet& known() const { return known_; }

 private:
  std::mutex mutex_;
  KnownSet known_;
};

}  // namespace overtake::smc
