// The way from an object to a part of it, as a programmer writes it: ".slots_[1].value".
//
// Names that the C and C++ library reserve for themselves are left out where they say nothing (the
// value of a std::atomic is the atomic), and made readable where there are several (`v.finish`).
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "ir/debug_names.h"

namespace overtake::report {

struct TypedPath {
  std::string text;                     // "" for the whole object
  ir::TypeId type;                      // of the part; none: not known
  std::uint64_t offset = 0;             // of the access within the part ...
  std::uint64_t size = 0;               // ... which has this size; 0: not known
  std::vector<const ir::Member*> bits;  // the bit-fields that the access covers ...
  std::uint64_t unit = 0;               // ... which begins at this offset of their struct
  bool internal = false;  // of the language or the library: a vtable pointer, a reference
};

// A choice between the members of a union at `offset` of the object: the index of one of
// `candidates`, of which there are several.
using ChooseMember = std::function<std::size_t(std::uint64_t offset,
                                               const std::vector<const ir::Member*>& candidates)>;

// The smallest part of an object of the type that holds the `size` bytes at `offset`.
TypedPath typed_path(const ir::DebugNames& names, ir::TypeId type, std::uint64_t offset,
                     std::uint64_t size, const ChooseMember& choose = {});

// "bytes 2-3" of a part that is larger than the access; empty if the access is the part.
std::string bytes_within(std::uint64_t offset, std::uint64_t size, std::uint64_t whole);

}  // namespace overtake::report
