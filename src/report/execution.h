// An execution, and what was found in it, ready to be shown: names instead of addresses, places
// instead of debug information, sentences instead of states.
//
// These are the parts that the result documents (report/document.h) have in common. They hold
// nothing of a program, so that a saved document can be shown without it. Each is a JSON object
// with the same names (docs/json.md, report/fields.h).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/named.h"

namespace overtake::report {

// A step, or an event, by its number; none: there is no such step.
inline constexpr std::uint32_t kNone = 0xffffffffu;

struct Place {
  std::string file;        // empty: not known
  std::uint32_t line = 0;  // 0: not known
  std::uint32_t column = 0;
  bool in_library = false;  // no line of the user's is known; `file` is one of ours

  bool known() const { return !file.empty() && line != 0; }
  std::string text() const;   // "file.c:12", or "an unknown place"
  std::string exact() const;  // "file.c:12:7", as compilers write it
  friend bool operator==(const Place&, const Place&) = default;
};

using Value = std::variant<std::int64_t, std::string>;  // a number, or text such as "&x"
std::string to_text(const Value& value);

struct BufferedStore {
  std::string variable;
  Value value;
  std::uint32_t step = kNone;  // that put it into the buffer
  friend bool operator==(const BufferedStore&, const BufferedStore&) = default;
};

// A step of an execution: an operation of a thread, or a store of its buffer that reaches memory.
struct Step {
  std::string thread;
  bool drain = false;
  std::string op;  // "load", "store", "mutex-lock", ...
  Place place;
  bool library = false;  // inside of a library model
  std::string code;      // the source line
  std::string text;      // "reads y = 0"
  std::string variable;
  bool local = false;  // `variable` is no global one
  std::vector<std::string>
      stack;  // "push (ring.h:12)": the user's active functions, innermost first
  std::optional<Value> read;
  std::optional<Value> written;   // to memory
  std::optional<Value> buffered;  // to the thread's buffer
  std::uint32_t store = kNone;    // of a drain: the step that put the store into the buffer
  bool reads = false;
  std::uint32_t reads_from = kNone;  // the step whose write was read; none: the initial value
  bool from_own_buffer = false;
  std::vector<std::uint32_t> overtook;  // own stores that were still in the buffer
  std::string spawned;                  // the thread that it starts ...
  std::string function;                 // ... and what that one runs
  std::string joined;
  std::optional<std::uint32_t> choice;
  std::vector<BufferedStore> buffer;  // of the thread, after the step
};

// One row of a story: a step that matters.
struct StoryStep {
  std::string thread;
  Place place;
  std::string code;                  // the source line; empty inside library models and for drains
  std::string what;                  // "reads y = 0"
  std::vector<std::string> notes;    // "overtakes x = 1"
  std::string buffer;                // of the thread, after a store or drain: "x = 1, y = 2"
  std::string function;              // the user's function that it happens in
  std::vector<std::uint32_t> steps;  // of the execution; none for the failure itself
  bool weak = false;                 // something that sequential consistency does not allow
  bool failure = false;
};

// A read, and the store that it missed because that was still in a buffer.
struct Missed {
  std::uint32_t read = kNone;
  std::uint32_t store = kNone;
  std::uint32_t overtaking_store = kNone;  // PSO: a later one that was already in memory
};

struct Edge {
  std::uint32_t from = kNone;
  std::uint32_t to = kNone;
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

struct Run {
  std::vector<Missed> missed;
  std::vector<std::string> legend;   // what unnamed objects are: sentences
  std::vector<std::string> threads;  // the names of all
  std::vector<std::string> roles;    // the function that each runs; empty: not known
  std::vector<StoryStep> story;
  std::uint64_t left_out = 0;  // steps of a long story that are not shown
  std::vector<Step> schedule;
  std::vector<Edge> coherence;
  std::vector<Edge> from_read;
};

// A thread that waits, at the end of a deadlock or hang.
struct Waiting {
  std::string thread;
  std::string op;
  Place place;
};

// The access that races with the one of the error.
struct OtherAccess {
  Place place;
  std::string thread;
  std::uint32_t step = kNone;
};

// Whether an error that was found under a weaker model also happens under SC.
enum class UnderSc : std::uint8_t {
  Unknown,
  Fails,  // it does, and the execution shown is one of SC
  Holds,  // no execution of SC ends in it
};

// An error and an execution that ends in it.
struct Finding {
  std::string kind;  // "assertion", ...: ir::name
  std::string message;
  Place place;
  std::string thread;  // that failed; empty: not one alone
  std::optional<OtherAccess> other;
  std::vector<Waiting> waiting;
  std::vector<std::string> explanation;
  std::uint64_t executions = 1;  // of those explored, how many end in it
  std::string schedule_file;     // where `overtake replay` finds it; empty: nowhere
  UnderSc under_sc = UnderSc::Unknown;
  Run run;
};

// A step of a cycle of happens-before, and why it comes before the next one.
enum class EdgeKind : std::uint8_t {
  None,
  ProgramOrder,
  Synchronization,
  ReadsFrom,
  StoreOrder,
  FromRead,
};

struct Access {
  Place place;
  std::string thread;
  std::string op;
  std::string variable;
  std::string code;
  std::string text;  // "T1 at sb.c:12: reads x = 0"
  std::uint32_t step = kNone;
  EdgeKind edge = EdgeKind::None;  // to the next one of the cycle
};

// A store that is delayed past an access although SC does not allow it.
struct Violation {
  Place place;
  std::string message;
  Access delayed;
  Access overtaking;
  std::vector<Access> path;  // happens-before, from the delayed store back to itself
  std::vector<std::string> explanation;
  Run run;
};

}  // namespace overtake::report

namespace overtake {

template <>
inline constexpr std::array kNames<report::UnderSc>{Named{report::UnderSc::Unknown, "unknown"},
                                                    Named{report::UnderSc::Fails, "fails"},
                                                    Named{report::UnderSc::Holds, "holds"}};

template <>
inline constexpr std::array kNames<report::EdgeKind>{
    Named{report::EdgeKind::ProgramOrder, "program-order"},
    Named{report::EdgeKind::Synchronization, "synchronization"},
    Named{report::EdgeKind::ReadsFrom, "reads-from"},
    Named{report::EdgeKind::StoreOrder, "store-order"},
    Named{report::EdgeKind::FromRead, "from-read"}};

}  // namespace overtake
