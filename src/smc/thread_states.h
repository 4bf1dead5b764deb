// The states of one thread in a run: before each of its events, and now.
//
// Explorations go back and forth all the time. What was cut off is kept and written over, so that
// saving a state allocates nothing once the run has been as long before.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "exec/thread.h"

namespace overtake::smc {

class ThreadStates {
 public:
  bool empty() const { return size_ == 0; }
  const exec::Thread& operator[](std::size_t i) const { return states_[i]; }
  const exec::Thread& back() const { return states_[size_ - 1]; }

  void push(exec::Thread state) {
    make_room();
    states_[size_++] = std::move(state);
  }
  // Appends a copy of the last state, to be changed into the next one.
  exec::Thread& push_copy() {
    make_room();
    states_[size_] = states_[size_ - 1];
    return states_[size_++];
  }
  void cut(std::size_t size) { size_ = size; }

  // What was found out about the state's next operation: its location, and for which of the values
  // that it could obtain the thread would be back where it was.
  static constexpr std::uint32_t kUnknown = 0xffffffffu;
  using Futile = std::vector<std::pair<exec::Value, bool>>;
  std::uint32_t& location(std::size_t i) { return locations_[i]; }
  // The states that were here before are mostly about to do the same: for an operation of this kind
  // on the same word the location is known, too.
  std::uint32_t location_of_last(std::size_t i, const exec::Op& op) const {
    const Last& last = last_[i];
    const bool same = last.address == op.address && last.size == op.size && last.kind == op.kind &&
                      last.sub == op.sub;
    return same ? last.location : kUnknown;
  }
  void note_location(std::size_t i, const exec::Op& op) {
    last_[i] = {op.address, locations_[i], op.kind, op.size, op.sub};
  }
  Futile& futile(std::size_t i) { return futile_[i]; }
  // When the rounds from that state on were looked at last (quiet_rounds.h); 0: never.
  std::uint32_t& examined(std::size_t i) { return examined_[i]; }

 private:
  struct Last {
    Address address = 0;
    std::uint32_t location = kUnknown;
    exec::OpKind kind = exec::OpKind::End;
    std::uint8_t size = 0;
    std::uint8_t sub = 0;
  };

  void make_room() {
    if (size_ == states_.size()) {
      states_.emplace_back();
      locations_.emplace_back();
      last_.emplace_back();
      futile_.emplace_back();
      examined_.emplace_back();
    }
    locations_[size_] = kUnknown;
    futile_[size_].clear();
    examined_[size_] = 0;
  }

  std::vector<exec::Thread> states_;
  std::vector<std::uint32_t> locations_;
  std::vector<Last> last_;
  std::vector<Futile> futile_;
  std::vector<std::uint32_t> examined_;
  std::size_t size_ = 0;
};

}  // namespace overtake::smc
