// All states that a search has met: fixed-length rows of packed columns in one array, and a flat
// hash set of row numbers over it. A row costs its packed bytes, a parent (4 bytes) and some 8
// bytes of hash table. Rows are numbered in the order in which they were added, so the array is the
// queue of a breadth-first search as well.
//
// Several workers can add rows at once (add_all): rows get the numbers that they would have got one
// after the other. The table is divided by the first bits of the hash, so that workers that own
// different parts of it never share a slot.
//
// A column is 1, 2 or 4 bytes wide. A value that does not fit is not stored: `add` returns
// `overflow`, and the owner starts again with a wider layout. Values are dense ids that are known
// from then on, so this happens a few times at most, early.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "explicit/workers.h"

namespace overtake::explicit_state {

using StateIndex = std::uint32_t;
inline constexpr StateIndex kNoState = 0xffffffffu;

// The widths of columns, and where they begin.
class Layout {
 public:
  Layout() = default;
  // By column: the largest value that it should be able to hold.
  explicit Layout(std::span<const std::uint32_t> largest);

  std::size_t columns() const { return width_.size(); }
  std::size_t stride() const { return stride_; }
  std::uint32_t largest(std::size_t column) const {
    return width_[column] == 4 ? 0xffffffffu : (1u << 8 * width_[column]) - 1;
  }
  bool pack(std::span<const std::uint32_t> row, std::uint8_t* out) const;  // false: does not fit
  void unpack(const std::uint8_t* in, std::span<std::uint32_t> row) const;

 private:
  std::vector<std::uint8_t> width_;
  std::size_t stride_ = 0;
};

// Packed rows that wait to be added, in their order.
class Rows {
 public:
  std::size_t size() const { return parents_.size(); }
  void clear(const Layout& layout);
  // Forgets all but the first `size`.
  void truncate(std::size_t size);
  // False: a column is too narrow; nothing was added.
  bool add(const Layout& layout, std::span<const std::uint32_t> row, StateIndex parent);

 private:
  friend class StateStore;
  const std::uint8_t* row(std::size_t i) const { return bytes_.data() + i * stride_; }

  std::size_t stride_ = 0;
  std::vector<std::uint8_t> bytes_;
  std::vector<std::uint64_t> hashes_;
  std::vector<StateIndex> parents_;
  std::vector<std::size_t> slots_;  // in add_all: where the row went; kOld: it was known
};

class StateStore {
 public:
  struct Added {
    StateIndex index = kNoState;
    bool is_new = false;
    bool overflow = false;  // a column was too narrow; nothing was stored
  };

  void reset(Layout layout);

  Added add(std::span<const std::uint32_t> row, StateIndex parent);
  // The rows of all of them, in their order, as if added one after the other.
  void add_all(std::span<Rows* const> all, Workers& workers);
  // So many rows can be added at once by several workers.
  std::size_t room() const { return table_.size() * 3 / 10; }
  // kNoState if it is not there.
  StateIndex find(std::span<const std::uint32_t> row) const;

  void get(StateIndex i, std::span<std::uint32_t> row) const {
    layout_.unpack(bytes_.data() + i * layout_.stride(), row);
  }
  StateIndex parent(StateIndex i) const { return parents_[i]; }
  std::size_t size() const { return parents_.size(); }
  std::size_t bytes() const {
    return bytes_.capacity() + 4 * (parents_.capacity() + table_.capacity());
  }
  const Layout& layout() const { return layout_; }

 private:
  std::size_t part_size() const { return table_.size() >> kPartBits; }
  std::size_t part_of(std::uint64_t hash) const { return hash >> (64 - kPartBits); }
  std::size_t slot_of(const std::uint8_t* packed, std::uint64_t hash) const;
  StateIndex add_packed(const std::uint8_t* packed, std::uint64_t hash, StateIndex parent,
                        bool& is_new);
  bool find_slots(std::span<Rows* const> all, std::span<const std::size_t> first, Workers& workers);
  void number_rows(std::span<Rows* const> all, Workers& workers);
  void reserve(std::size_t rows);
  bool too_full() const { return parents_.size() * 5 > table_.size() * 3; }
  void grow();
  void grow(Workers& workers);

  static constexpr unsigned kPartBits = 5;
  static constexpr std::size_t kParts = std::size_t{1} << kPartBits;

  Layout layout_;
  std::vector<std::uint8_t> bytes_;
  std::vector<StateIndex> parents_;
  // Open addressing, a power of two, at most 3/5 full (9/10 within add_all). A part begins where
  // the one before ends, and is searched cyclically.
  std::vector<StateIndex> table_;
  std::vector<std::size_t> filled_;  // by part: taken slots
  std::vector<std::uint8_t> scratch_;
};

}  // namespace overtake::explicit_state
