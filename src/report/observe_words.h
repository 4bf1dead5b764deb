// How findings of native programs are said: events, places, and which thread waits for what.
#pragma once

#include <string>
#include <string_view>

#include "report/observe_document.h"

namespace overtake::report {

// The first frame that is not the C or C++ library's; the innermost one if there is none.
const SourceFrame& own_frame(const Stack& stack);

// "sb.c:4:3", or "queue+0x1234"; names of files below `folder` are shown without it.
std::string frame_place(const SourceFrame& frame, const std::string& folder);

// "atomic store"
std::string_view access_noun(const std::string& op);
// "stores x": what an event does in a run.
std::string event_text(const std::string& op, const std::string& variable);
// "store of x at sb.c:4 (left)"
std::string short_text(const ObservedAccess& access, const std::string& folder = {});
// "a mutex (first), which T1 has"
std::string wait_text(const ObservedWait& wait);

}  // namespace overtake::report
