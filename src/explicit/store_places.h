// The places in the user's source at which something is stored: where fences of C and C++ can
// stand.
//
// A fence stands behind a statement, so what matters of a store is the statement that does it, and
// whether that statement has done its last access: a statement may access memory several times (a
// struct is copied, a function of the library is called), and then a fence behind it does not
// separate these accesses. Other operations than stores have no place: every way to a wrong run
// begins with a store that is delayed, so fences behind stores always suffice.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "exec/op.h"
#include "explicit/automata.h"
#include "ir/user_place.h"

namespace overtake::explicit_state {

// Numbered as they turn up. Automata of one program share them, so that a position is the same in
// all.
class StorePlaces {
 public:
  struct Place {
    std::string file;  // empty: not the user's code
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::string function;
    bool in_loop = false;
  };

  std::size_t size() const { return places_.size(); }
  const Place& operator[](PositionId p) const { return places_[p.index()]; }
  // None if no store was seen there.
  PositionId find(const ir::Program& program, const ir::UserPlace& place) const;

  // An operation, and the calls that lead to it.
  struct Access {
    exec::Op op;
    std::vector<ir::SourceId> calls;
  };
  // The position that a thread is behind once it has done `done` and wants to do `next` (null:
  // nothing more). None if `done` is no store, or the statement goes on.
  PositionId passed(const ir::Program& program, const Access& done, const Access* next);

 private:
  std::deque<Place> places_;
  std::map<std::tuple<std::string, std::uint32_t, std::uint32_t>, PositionId> ids_;
};

}  // namespace overtake::explicit_state
