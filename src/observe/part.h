// A window as events of the trace library.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "observe/core/history.h"
#include "observe/judge.h"

namespace overtake::observe {

inline EventKind kind_of(const WindowEvent& e) { return static_cast<EventKind>(e.kind); }

bool is_buffered(EventKind kind);  // Write, ReleaseWrite, FullWrite
bool is_write(EventKind kind);
bool has_bytes(EventKind kind);

inline bool overlap(const WindowEvent& a, const WindowEvent& b) {
  return a.address < b.address + b.size && b.address < a.address + a.size;
}

inline constexpr std::size_t kNoEvent = static_cast<std::size_t>(-1);

// The events that happen before the event before events[last] in its thread, and that one;
// events[last] itself is not among them. `found`: the same for events[found], if it is one.
std::vector<char> past_of(const std::vector<WindowEvent>& events, std::size_t last,
                          std::size_t found = kNoEvent);

// An access whose pieces come last that another event has, too. Nothing happens between the pieces
// of an access, so their order is free.
struct LastPieces {
  std::size_t of = kNoEvent;
  std::size_t shared_with = kNoEvent;
};

// The events with a mark, as a part. Bytes that only one thread uses are left out if `shared_only`.
Part make_part(const std::vector<WindowEvent>& events, const std::vector<char>& marked,
               bool shared_only, const LastPieces& last = {});

}  // namespace overtake::observe
