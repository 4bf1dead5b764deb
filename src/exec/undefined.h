// Which bits of a thread's stack were never set: registers and private objects, word by word.
//
// Most threads have none such, and then this is an empty vector. A range stands for consecutive
// words with the same mask and origin; ranges are sorted and disjoint. docs/memory-models.md
// ("Values that were never set") says what a thread may do with such bits.
#pragma once

#include <cstdint>
#include <vector>

#include "exec/list.h"
#include "ir/program.h"

namespace overtake::exec {

// The undefined bits of one word, and where they come from: the declaration or the allocation.
struct Undefined {
  std::uint64_t mask = 0;
  ir::SourceId origin;

  explicit operator bool() const { return mask != 0; }
};

class UndefinedWords {
 public:
  bool empty() const { return ranges_.empty(); }
  Undefined at(std::size_t word) const;
  // Whether a word of [first, end) has undefined bits.
  bool any(std::size_t first, std::size_t end) const;

  void set(std::size_t word, Undefined what);  // no bits: all are defined now
  // All bits of `count` fresh words at the end of the stack.
  void append(std::size_t first, std::size_t count, ir::SourceId origin);
  void truncate(std::size_t end);  // the stack ends before the word `end`

  std::uint64_t hash() const { return hash(0, ~std::size_t{0}); }
  std::uint64_t hash(std::size_t first, std::size_t end) const;  // of the words of [first, end)

  // Origins are for people only.
  friend bool operator==(const UndefinedWords& a, const UndefinedWords& b) = default;

 private:
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint64_t mask = 0;
    ir::SourceId origin;

    std::size_t end() const { return std::size_t{first} + count; }
    friend bool operator==(const Range& a, const Range& b) {
      return a.first == b.first && a.count == b.count && a.mask == b.mask;
    }
  };

  std::vector<Range>::const_iterator find(std::size_t word) const;  // the first that ends after it
  static bool joins(const Range& a, const Range& b);

  List<Range> ranges_;
};

}  // namespace overtake::exec
