// Values as sequences of 32-bit words: work that is handed to other workers, and checkpoints.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/error.h"
#include "base/hash.h"

namespace overtake {

inline constexpr std::uint32_t kNoWord = 0xffffffffu;  // where a number is left out

class WordWriter {
 public:
  explicit WordWriter(std::vector<std::uint32_t>& words) : words_(words) {}

  void put(std::uint32_t word) { words_.push_back(word); }
  void put64(std::uint64_t value) {
    put(static_cast<std::uint32_t>(value));
    put(static_cast<std::uint32_t>(value >> 32));
  }
  void put(const Hash128& h) {
    put64(h.lo);
    put64(h.hi);
  }
  void put(std::span<const std::uint32_t> words) {
    put(static_cast<std::uint32_t>(words.size()));
    words_.insert(words_.end(), words.begin(), words.end());
  }

 private:
  std::vector<std::uint32_t>& words_;
};

// Reading past the end, or a length that cannot be, is an InternalError: code that accepts words
// from outside makes sure first that they are what was written.
class WordReader {
 public:
  explicit WordReader(std::span<const std::uint32_t> words) : words_(words) {}

  std::span<const std::uint32_t> remaining() const { return words_.subspan(at_); }
  bool at_end() const { return at_ == words_.size(); }
  std::uint32_t get() {
    if (at_ >= words_.size()) throw InternalError("a work item is too short");
    return words_[at_++];
  }
  std::uint64_t get64() {
    const std::uint64_t low = get();
    return low | std::uint64_t{get()} << 32;
  }
  Hash128 get_hash() {
    const std::uint64_t lo = get64();
    return {lo, get64()};
  }
  // How many things follow, each at least one word long.
  std::uint32_t get_count() {
    const std::uint32_t count = get();
    if (count > words_.size() - at_) throw InternalError("a work item is too short");
    return count;
  }
  std::span<const std::uint32_t> get_words() {
    const std::uint32_t count = get_count();
    at_ += count;
    return words_.subspan(at_ - count, count);
  }

 private:
  std::span<const std::uint32_t> words_;
  std::size_t at_ = 0;
};

}  // namespace overtake
