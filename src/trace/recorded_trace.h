// A memory trace as it was recorded: operations with the values they read and wrote, and where
// in which file they stand. `question()` turns values into what the consistency library asks about.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "trace/execution.h"

namespace overtake {

using TraceValue = std::int64_t;

struct RecordedTrace {
  struct Detail {
    std::uint32_t line = 0;           // 0 for what the trace implies (drains at thread ends)
    std::optional<TraceValue> read;   // the value read
    std::optional<TraceValue> wrote;  // the value written
    std::optional<EventId> from;      // the source, where the trace gives it
    bool final_value = false;         // a condition on memory after the end
    std::string note;                 // what the recorder had to say, such as a source line
  };

  std::string file;
  std::uint32_t line = 0;                   // where it begins
  std::string name;                         // its own, if it has one
  Execution execution;                      // reads_from counts only if reads_from_known
  bool reads_from_known = false;            // set by question()
  std::vector<Detail> details;              // by event
  std::vector<std::string> thread_names;    // by thread
  std::vector<std::string> location_names;  // by location
  std::vector<TraceValue> initial;          // by location
  std::vector<EventId> run;                 // the order in which the events happened, if given

  // "M[1] := 7", "x == 0", "{ l == 0; l := 1 }", "sync"; with its note, if it has one.
  std::string text(EventId event) const;
  std::string plain_text(EventId event) const;
};

// The question of a trace: a reads-from map if sources are given or values are unique (then
// trace.reads_from_known is set and nothing is returned), otherwise the good writes of each read.
GoodWrites question(RecordedTrace& trace);

// Appends what `final` conditions mean: every thread drains, and then memory is read.
struct FinalValue {
  LocationId location;
  TraceValue value;
  std::uint32_t line;
};
void add_final_values(RecordedTrace& trace, const std::vector<FinalValue>& finals);

// axe and MONITOR: atomics drain only their own location under PSO.
void drain_own_location_only(Execution& execution);

}  // namespace overtake
