// Watches an execution as it happens: would TSO allow what sequential consistency does not?
#include <cstdio>

#include "monitor/monitor.h"

using namespace overtake;

int main() {
  monitor::Monitor watcher(Model::TSO);
  const Event events[] = {
      {.kind = EventKind::Write, .thread = ThreadId{0}, .location = LocationId{0}},
      {.kind = EventKind::Read, .thread = ThreadId{0}, .location = LocationId{1}},
      {.kind = EventKind::Write, .thread = ThreadId{1}, .location = LocationId{1}},
      {.kind = EventKind::Read, .thread = ThreadId{1}, .location = LocationId{0}},
  };
  int violations = 0;
  for (const Event& event : events)
    for (monitor::EventIndex delayed : watcher.feed(event)) {
      std::printf("the store of event %u could be delayed past this one\n", delayed);
      ++violations;
    }
  return violations == 1 ? 0 : 1;
}
