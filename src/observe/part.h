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

// The events that happen before the event before events[last] in its thread, and that one;
// events[last] itself is not among them.
std::vector<char> past_of(const std::vector<WindowEvent>& events, std::size_t last);

// The events with a mark, as a part. Bytes that only one thread uses are left out if `shared_only`.
Part make_part(const std::vector<WindowEvent>& events, const std::vector<char>& marked,
               bool shared_only);

}  // namespace overtake::observe
