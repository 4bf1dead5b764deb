// The monitors of MONITOR, figures 4 and 5: they watch an SC execution, event by event, and say
// when a similar TSO or PSO execution would not be sequentially consistent.
//
//     Monitor monitor(Model::TSO);                      // store buffering
//     monitor.feed({.kind = EventKind::Write, .thread = p, .location = x});   // event 0
//     monitor.feed({.kind = EventKind::Read,  .thread = p, .location = y});   // event 1
//     monitor.feed({.kind = EventKind::Write, .thread = q, .location = y});   // event 2
//     monitor.feed({.kind = EventKind::Read,  .thread = q, .location = x});   // event 3
//     // returns {0}: the read could have happened while q's view of x still lay in p's buffer
//
// The monitor simulates the weak machine on the same execution and commits (lets reach memory) each
// store as late as it can without changing the trace. Just before an event e of thread p to
// location a it looks at the stores to a that another thread still has pending: if such a store e'
// happens before the event of p before e, then e could come first, and e' ->hb prev(p) ->po e
// ->c e' is a cycle.
//
// One algorithm for both figures: PSO's buffers are ordered by location and by store-store fences
// only, and TSO is the special case of a store-store fence between any two stores. So each pending
// store has an epoch, a store is committed after all pending stores of lower epochs of its thread,
// and TSO gives every store an epoch of its own.
//
// Cost (appendix B): O(P) an event, amortized. At most one thread has pending stores to a location
// (lemma 1), so a location knows that thread and its newest pending store, which links to the one
// before it. All of them are committed right after they were looked at.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/model.h"
#include "monitor/happens_before.h"
#include "trace/execution.h"

namespace overtake::monitor {

// An event's number in the stream.
using EventIndex = std::uint32_t;

class Monitor {
 public:
  // TSO or PSO. What an atomic operation drains is said by the events (Event::drain).
  explicit Monitor(Model model) : model_(model) {}

  // The next event of the execution. Returns the delayed stores of the violations that it closes,
  // oldest first; empty: none. Valid until the next call.
  std::span<const EventIndex> feed(const Event& e);

  // Order between threads: see HappensBefore.
  void release(ThreadId thread, ChannelId channel) { order_.release(thread, channel); }
  void acquire(ThreadId thread, ChannelId channel) { order_.acquire(thread, channel); }

  // feed(e) in its parts, for callers that let e overtake instead:
  std::span<const EventIndex> overtaken_by(const Event& e);  // lines 6-8
  void commit_conflicting(const Event& e);                   // lines 10-13
  void perform(const Event& e);                              // lines 14-25
  // What e itself waits for.
  void drain_for(const Event& e);
  // Commits the oldest pending store to the location, and what has to reach memory before it.
  void commit_oldest(LocationId location);
  // Commits everything that `thread` has pending.
  void flush(ThreadId thread);

  // The stores committed since the last feed() began (or since forget_commits), in order.
  const std::vector<EventIndex>& commits() const { return commits_; }
  void forget_commits() { commits_.clear(); }

  const HappensBefore& order() const { return order_; }
  EventIndex event_count() const { return events_; }

 private:
  using Number = std::uint64_t;  // of a store among the stores of its thread
  static constexpr Number kNone = ~Number{0};

  struct Pending {
    EventIndex event = 0;
    std::uint32_t index = 0;  // among the events of its thread
    LocationId location;
    Number epoch = 0;
    Number below = kNone;  // the newest older store of the thread to the same location
    bool committed = false;
  };
  struct Buffer {
    std::vector<Pending> stores;  // stores[i] is number base + i
    Number base = 0;
    std::size_t first = 0;  // everything before it is committed
    Number epoch = 0;

    Number end() const { return base + stores.size(); }
    bool has(Number n) const { return n != kNone && n >= base + first && !at(n).committed; }
    Pending& at(Number n) { return stores[n - base]; }
    const Pending& at(Number n) const { return stores[n - base]; }
  };
  struct Holder {  // of a location: the thread that has pending stores to it
    ThreadId thread;
    Number newest = kNone;
  };

  Buffer& buffer(ThreadId thread);
  Holder& holder(LocationId location);
  void commit(Buffer& b, Number n);
  void commit_below(Buffer& b, Number epoch);
  void commit_location(LocationId location);
  void find_chain(LocationId location);

  Model model_;
  HappensBefore order_;
  EventIndex events_ = 0;
  std::vector<Buffer> buffers_;  // by thread
  std::vector<Holder> holders_;  // by location
  std::vector<EventIndex> commits_;
  std::vector<EventIndex> overtaken_;
  std::vector<Number> chain_;  // the pending stores of a location, newest first
};

}  // namespace overtake::monitor
