// All states that a search has met: fixed-length rows of packed columns in one array, and a flat
// hash set of row numbers over it. A row costs its packed bytes, a parent (4 bytes) and some 8
// bytes of hash table. Rows are numbered in the order in which they were added, so the array is the
// queue of a breadth-first search as well.
//
// A column is 1, 2 or 4 bytes wide. A value that does not fit is not stored: `add` returns
// `overflow`, and the owner starts again with a wider layout. Values are dense ids that are known
// from then on, so this happens a few times at most, early.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

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

class StateStore {
 public:
  struct Added {
    StateIndex index = kNoState;
    bool is_new = false;
    bool overflow = false;  // a column was too narrow; nothing was stored
  };

  void reset(Layout layout);

  Added add(std::span<const std::uint32_t> row, StateIndex parent);
  // kNoState if it is not there.
  StateIndex find(std::span<const std::uint32_t> row);

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
  std::size_t slot_of(const std::uint8_t* packed) const;
  void grow();

  Layout layout_;
  std::vector<std::uint8_t> bytes_;
  std::vector<StateIndex> parents_;
  std::vector<StateIndex> table_;  // open addressing, a power of two, at most 3/5 full
  std::vector<std::uint8_t> scratch_;
};

}  // namespace overtake::explicit_state
