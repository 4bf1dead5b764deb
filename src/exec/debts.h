// What a thread has added to which words since it began a round of a loop, one entry for each
// change, so that a loop can ask whether everything since its head has been taken back.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "exec/list.h"
#include "ir/address.h"

namespace overtake::exec {

// More changes than this in a round are not taken back.
constexpr std::uint32_t kManyDebts = 64;

class Debts {
 public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(entries_.size()); }

  void add(Address address, std::uint8_t size, std::uint64_t amount) {
    entries_.push_back({address, amount, size});
  }

  // Whether each word has been given back what it was given since the mark, a size() then. Sums are
  // those of numbers of the word's size.
  bool even_since(std::uint32_t mark) const {
    for (std::size_t i = mark; i < entries_.size(); ++i)
      if (const Entry& e = entries_[i]; first_of(mark, i) == i && (sum(mark, e) & mask(e)) != 0)
        return false;
    return true;
  }

  // Whether more of the word was given back than taken since the mark.
  bool gave_more_since(std::uint32_t mark, Address address, std::uint8_t size) const {
    return static_cast<std::int64_t>(sum(mark, {address, 0, size})) < 0;
  }

  // One entry for each word since the mark, and none for words that are even.
  void merge_since(std::uint32_t mark) {
    std::vector<Entry> merged;
    for (std::size_t i = mark; i < entries_.size(); ++i) {
      Entry e = entries_[i];
      if (first_of(mark, i) != i) continue;
      e.amount = sum(mark, e) & mask(e);
      if (e.amount != 0) merged.push_back(e);
    }
    entries_.resize(mark);
    entries_.insert(entries_.end(), merged.begin(), merged.end());
  }

  // Forgets the oldest ones.
  void forget(std::uint32_t count) { entries_.erase(entries_.begin(), entries_.begin() + count); }

  friend bool operator==(const Debts&, const Debts&) = default;

 private:
  struct Entry {
    Address address = 0;
    std::uint64_t amount = 0;
    std::uint8_t size = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  static bool same_word(const Entry& a, const Entry& b) {
    return a.address == b.address && a.size == b.size;
  }
  static std::uint64_t mask(const Entry& e) { return ~std::uint64_t{0} >> (64 - 8 * e.size); }
  std::size_t first_of(std::uint32_t mark, std::size_t i) const {
    const auto same = [&](const Entry& e) { return same_word(e, entries_[i]); };
    return static_cast<std::size_t>(std::find_if(entries_.begin() + mark, entries_.end(), same) -
                                    entries_.begin());
  }
  std::uint64_t sum(std::uint32_t mark, const Entry& word) const {
    std::uint64_t total = 0;
    for (std::size_t i = mark; i < entries_.size(); ++i)
      if (same_word(entries_[i], word)) total += entries_[i].amount;
    return total;
  }

  List<Entry> entries_;
};

}  // namespace overtake::exec
