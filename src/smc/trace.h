// The execution that an exploration is looking at: the sequence τ of RF §5 with everything that
// mutations ask of it, in dense arrays that grow and are cut back at the end only.
//
// Events are addressed by their position in τ. `sigma` is a witness: a run of the machine in which
// every read obtains its source; extensions write to memory at once, so memory after `sigma` is
// the last write of each location.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/hash.h"
#include "base/limit.h"
#include "exec/executor.h"
#include "trace/execution.h"

namespace overtake::smc {

using Position = std::uint32_t;                    // in τ
inline constexpr Position kInitial = 0xffffffffu;  // as a source: the initial value
inline constexpr std::uint32_t kNoNode = 0xffffffffu;

// In instances for the consistency library, in which events are named by their positions.
inline EventId event_of(Position p) { return p == kInitial ? kInitialWrite : EventId{p}; }
inline Position position_of(EventId e) { return e == kInitialWrite ? kInitial : e.value; }

// A step of a run of τ: an event is issued, or a buffered write reaches memory. One word, since
// every node of an exploration keeps a whole run.
class RunStep {
 public:
  constexpr RunStep() = default;
  constexpr explicit RunStep(Position event, bool memory_write = false)
      : word_(event * 2 + (memory_write ? 1 : 0)) {}
  // Of an instance whose events are named by their positions.
  constexpr explicit RunStep(const WitnessStep& step)
      : RunStep(step.event.value, step.memory_write) {}
  static constexpr RunStep from_word(std::uint32_t word) {
    return RunStep(word / 2, word % 2 == 1);
  }

  constexpr Position position() const { return word_ / 2; }
  constexpr bool memory_write() const { return word_ % 2 == 1; }
  constexpr std::uint32_t word() const { return word_; }
  friend constexpr bool operator==(RunStep, RunStep) = default;

 private:
  std::uint32_t word_ = 0;
};

using StepOrder = std::vector<RunStep>;

struct TraceEvent {
  EventKind kind = EventKind::Local;
  bool marked = false;  // committed to its source (RF §5: mrk)
  bool failed = false;  // the operation was an error; its thread stopped
  bool glued = false;   // in an atomic section, and not its end: see Event::glued
  ThreadId thread;
  std::uint32_t index = 0;          // in its thread
  std::uint32_t location = 0;       // if it reads or writes
  Position source = kInitial;       // if it reads
  Position predecessor = kInitial;  // in program order; the spawn for a thread's first event
  std::uint32_t settled = 0;        // of its thread's events up to it: see Run::settled
  std::uint32_t choice = 0;
  std::uint32_t choices = 1;
  std::uint32_t node = kNoNode;  // of exploration, for unmarked reads and choices
  exec::Time time = 0;           // on its thread's clock: not before its causes
  exec::Value read;              // if it reads
  exec::Value written;           // if it writes

  bool reads() const {
    return kind == EventKind::Read || kind == EventKind::AtomicRead || kind == EventKind::Rmw;
  }
  bool writes() const {
    return kind == EventKind::Write || kind == EventKind::AtomicWrite || kind == EventKind::Rmw;
  }
};

// A set of (thread, index, source, choice), as a sum: two sets are equal iff their sums are.
struct EventSum {
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;

  EventSum& operator+=(const EventSum& o) {
    lo += o.lo;
    hi += o.hi;
    return *this;
  }
  EventSum& operator-=(const EventSum& o) {
    lo -= o.lo;
    hi -= o.hi;
    return *this;
  }
};

class Trace {
 public:
  std::uint32_t size() const { return static_cast<std::uint32_t>(events_.size()); }
  const TraceEvent& operator[](Position p) const { return events_[p]; }
  TraceEvent& at(Position p) { return events_[p]; }

  std::size_t thread_count() const { return of_thread_.size(); }
  void add_thread(ThreadId t);
  std::uint32_t length(ThreadId t) const {
    return static_cast<std::uint32_t>(of_thread_[t.index()].size());
  }
  Position position(ThreadId t, std::uint32_t index) const { return of_thread_[t.index()][index]; }
  // The last event of the thread, or its spawn if it has none.
  Position last(ThreadId t) const {
    const auto& own = of_thread_[t.index()];
    return own.empty() ? spawn_[t.index()] : own.back();
  }
  void set_spawn(ThreadId t, Position spawn) { spawn_[t.index()] = spawn; }
  Position spawn(ThreadId t) const { return spawn_[t.index()]; }

  // Appends to τ; the event's time is that at which it begins. `also_after` are further events that
  // come before it: ends of joined threads, ...
  Position push(const TraceEvent& event, std::span<const Position> also_after = {});
  // Cuts τ back to its first `length` events.
  void cut(std::uint32_t length);

  // Causal order: program order, reads-from, spawn and join.
  bool before(Position a, Position b) const {  // a <= b
    return clock(b)[events_[a].thread.index()] > events_[a].index;
  }
  // By thread: how many of its events are in the causal past of p, p included.
  const std::uint16_t* clock(Position p) const { return clocks_.data() + std::size_t{p} * stride_; }
  // By thread: how many of its events are among the first p+1 of τ.
  const std::uint16_t* counts(Position p) const {
    return counts_.data() + std::size_t{p} * stride_;
  }

  // The sum of the first n events of a thread.
  const EventSum& sum(ThreadId t, std::uint32_t n) const { return sums_[t.index()][n]; }

  // Positions by location, in the order of τ.
  const std::vector<Position>& writes_on(std::uint32_t location) const {
    return location < writes_.size() ? writes_[location] : kNowhere;
  }
  // ... of one thread.
  const std::vector<Position>& writes_on(std::uint32_t location, ThreadId t) const {
    if (location >= thread_writes_.size() || t.index() >= thread_writes_[location].size())
      return kNowhere;
    return thread_writes_[location][t.index()];
  }
  // How many of these come before the thread's event number n.
  std::size_t writes_before(std::uint32_t location, ThreadId t, std::uint32_t n) const;
  const std::vector<Position>& reads_on(std::uint32_t location) const {
    return location < reads_.size() ? reads_[location] : kNowhere;
  }

  static EventSum term(ThreadId thread, std::uint32_t index, ThreadId source_thread,
                       std::uint32_t source_index, std::uint32_t choice);
  EventSum term_of(Position p) const;

  // The extra order edges (from, to) of the events of τ, by position of `to`.
  const std::vector<std::pair<Position, Position>>& edges() const { return edges_; }

 private:
  void make_rows();
  void widen(std::size_t threads);

  inline static const std::vector<Position> kNowhere;

  std::vector<TraceEvent> events_;
  std::vector<std::vector<Position>> of_thread_;
  std::vector<Position> spawn_;
  std::vector<std::vector<EventSum>> sums_;
  // Rows of events that were cut off are kept, and written over.
  std::vector<std::uint16_t> clocks_;
  std::vector<std::uint16_t> counts_;
  std::size_t stride_ = 8;
  std::vector<std::vector<Position>> writes_;                      // by location
  std::vector<std::vector<std::vector<Position>>> thread_writes_;  // by location, by thread
  std::vector<std::vector<Position>> reads_;
  std::vector<std::pair<Position, Position>> edges_;
};

}  // namespace overtake::smc
