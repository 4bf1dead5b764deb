// The places in the user's source at which fences of C and C++ can stand: after what stores, and,
// if asked for, before statements that access memory.
//
// A fence stands after a statement, so what matters of a store is the statement that does it, and
// whether that statement has done its last access: a statement may access memory several times (a
// struct is copied, a function of the library is called), and then a fence after it does not
// separate these accesses. Every way to a wrong run begins with a store that is delayed, so fences
// after stores always suffice; one before a statement can do the work of several of them.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
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
    bool before = false;  // before the statement that begins there
  };

  // Where the statement around a place of a file begins, if a fence before it comes right
  // before its first access.
  struct Start {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    friend auto operator<=>(const Start&, const Start&) = default;
  };
  using StartOf = std::function<std::optional<Start>(const std::string& file, std::uint32_t line,
                                                     std::uint32_t column)>;
  // Without `start_of` there are no places before statements.
  explicit StorePlaces(StartOf start_of = {}) : start_of_(std::move(start_of)) {}

  std::size_t size() const { return places_.size(); }
  const Place& operator[](PositionId p) const { return places_[p.index()]; }
  // None if no store was seen there.
  PositionId find(const ir::Program& program, const ir::UserPlace& place) const;
  // Before the statement around the place; none if nothing was seen there.
  PositionId find_before(const ir::Program& program, const ir::UserPlace& place) const;
  std::optional<Start> start(const ir::Program& program, const ir::UserPlace& place) const;

  // An operation, and the calls that lead to it.
  struct Access {
    exec::Op op;
    std::vector<ir::SourceId> calls;
  };
  // The position that a thread has passed once it has done `done` and `next` is its next operation
  // (null: there is none). None if `done` is no store, or the statement continues.
  PositionId passed(const ir::Program& program, const Access& done, const Access* next);
  // The position before the statement of `next`, if the thread gets there from another
  // statement, or begins this one anew.
  PositionId passed_before(const ir::Program& program, const Access& done, const Access& next);

 private:
  using Key = std::tuple<std::string, std::uint32_t, std::uint32_t, bool>;
  PositionId intern(const ir::Program& program, Place at, ir::SourceId instruction);

  StartOf start_of_;
  mutable std::map<std::tuple<std::string, std::uint32_t, std::uint32_t>, std::optional<Start>>
      starts_;
  std::deque<Place> places_;
  std::map<Key, PositionId> ids_;
};

}  // namespace overtake::explicit_state
