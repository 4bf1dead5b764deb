// What privatize knows of one function: sets of objects for its registers and for the contents of
// its objects. See ir/privatize.cpp for what they mean.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/program.h"

namespace overtake::ir::capture {

// A set of objects: a bit for each.
using Word = std::uint64_t;
using Set = std::span<Word>;
using ConstSet = std::span<const Word>;

inline constexpr std::uint32_t kUnknown = 0;

inline bool contains(ConstSet set, std::uint32_t object) {
  return (set[object / 64] >> (object % 64) & 1) != 0;
}

inline void insert(Set set, std::uint32_t object) { set[object / 64] |= Word{1} << (object % 64); }

// Calls visit(object) for each member.
template <class Visit>
void for_each(ConstSet set, Visit visit) {
  for (std::uint32_t w = 0; w < set.size(); ++w)
    for (Word rest = set[w]; rest != 0; rest &= rest - 1)
      visit(w * 64 + static_cast<std::uint32_t>(__builtin_ctzll(rest)));
}

// What is known of one function; it only grows.
struct PointsTo {
  std::uint32_t first_parameter = 0;  // objects: Unknown, thread-locals, parameters, allocas
  std::uint32_t first_alloca = 0;
  std::uint32_t objects = 0;
  std::size_t words = 0;  // of a set
  bool open = false;  // callers that we do not see: a thread's first function, or through a pointer
  std::vector<Word> registers;
  std::vector<Word> contents;  // by object
  std::vector<Word> stored;    // by object of a parameter: contents that it had not from the start
  std::vector<Word> captured;
  std::vector<Word> returned;
  std::vector<FunctionId> callers;

  std::uint32_t outer(std::uint32_t i) const { return first_parameter + 2 * i; }
  std::uint32_t inner(std::uint32_t i) const { return first_parameter + 2 * i + 1; }
  Set register_set(std::uint32_t r) { return Set(registers).subspan(r * words, words); }
  Set stored_in(std::uint32_t o) {
    return Set(stored).subspan((o - first_parameter) * words, words);
  }
  ConstSet stored_in(std::uint32_t o) const {
    return ConstSet(stored).subspan((o - first_parameter) * words, words);
  }
  Set contents_of(std::uint32_t o) { return Set(contents).subspan(o * words, words); }
  ConstSet contents_of(std::uint32_t o) const {
    return ConstSet(contents).subspan(o * words, words);
  }
};

}  // namespace overtake::ir::capture
