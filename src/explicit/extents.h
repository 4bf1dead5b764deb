// Which bytes are one cell.
//
// A cell is what one access reaches, until another access overlaps it with another size: a word
// that is cleared by 8 bytes and written by 4 (constructors of the library do that). Then all of it
// is one cell of up to 8 bytes, and smaller accesses read and write parts of it. Cells that are
// known cannot be united any more, so the automata are built anew: they share what was learned.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/error.h"

namespace overtake::explicit_state {

class Extents {
 public:
  struct Extent {
    std::uint64_t offset = 0;
    std::uint32_t size = 0;
  };

  // The united cell of an object that these bytes lie in; none if they are a cell by themselves.
  std::optional<Extent> find(std::uint32_t object, std::uint64_t offset, std::uint32_t size) const {
    const auto it = all_.upper_bound({object, offset});
    if (it == all_.begin()) return std::nullopt;
    const auto& [key, length] = *std::prev(it);
    if (key.first != object || offset + size > key.second + length) return std::nullopt;
    return Extent{key.second, length};
  }

  // False: more than 8 bytes.
  bool unite(std::uint32_t object, Extent a, Extent b) {
    std::uint64_t begin = std::min(a.offset, b.offset);
    std::uint64_t end = std::max(a.offset + a.size, b.offset + b.size);
    // Others that are united already and overlap.
    for (auto it = all_.begin(); it != all_.end();) {
      const auto [other, offset] = it->first;
      if (other != object || offset >= end || offset + it->second <= begin) {
        ++it;
        continue;
      }
      begin = std::min(begin, offset);
      end = std::max(end, offset + it->second);
      it = all_.erase(it);
    }
    if (end - begin > 8) return false;
    all_[{object, begin}] = static_cast<std::uint32_t>(end - begin);
    return true;
  }

 private:
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::uint32_t> all_;  // by object and offset
};

// Cells were united: the search has to begin anew, with new automata.
struct Regrouped : InputError {
  using InputError::InputError;
};

}  // namespace overtake::explicit_state
