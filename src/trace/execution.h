// Events, and the executions that they make: the one currency between engines.
//
// An Execution is a set of events, thread by thread in program order, with order edges between
// threads (spawn, join) and, once it is fixed, the reads-from map. It knows nothing of programs.
// A buffered write is one Event: its buffer-write happens at its place in program order, its
// memory-write (RF §2.1) some time later; a Witness says when.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "base/ids.h"
#include "base/model.h"

namespace overtake {

enum class EventKind : std::uint8_t {
  Read,         // load: the newest own buffered write to the location, else memory
  Write,        // two-phase write (wB, wM); one phase under SC
  Fence,        // full fence: waits until all buffers of its thread are empty
  StoreFence,   // store-store fence: writes before it reach memory before writes after it; matters
                // under PSO only
  AtomicRead,   // drains (see Drain), then reads memory: failed CAS, failed trylock
  AtomicWrite,  // drains, then writes memory at once: lock release, free
  Rmw,          // drains, then reads and writes memory in one step: RMW, CAS, lock acquire
  Local,        // no memory: spawn, join, choice, end of a thread (which is a Fence instead where
                // buffers must be empty); a place for order edges to start and end
};

// What AtomicRead, AtomicWrite and Rmw wait for: all buffers of the thread, or the one of their own
// location (and, if they write at once, of the writes before a store-store fence). Under TSO
// there is one buffer and both are the same; under SC nothing is ever buffered.
enum class Drain : std::uint8_t { All, Location };

struct Event {
  EventKind kind = EventKind::Local;
  Drain drain = Drain::All;
  // Nothing of another thread, and no memory-write, comes between this event and the next one of
  // its thread (atomic sections). A chain of glued events is an atomic block (RF §4.4): it starts
  // when the buffers of its thread are empty, and its writes go to memory at once.
  bool glued = false;
  // An Rmw whose write is buffered instead of immediate (RF §4.4's other variant).
  bool buffered = false;
  ThreadId thread;
  LocationId location;  // none for Fence, StoreFence, Local

  bool reads() const {
    return kind == EventKind::Read || kind == EventKind::AtomicRead || kind == EventKind::Rmw;
  }
  bool writes() const {
    return kind == EventKind::Write || kind == EventKind::AtomicWrite || kind == EventKind::Rmw;
  }
};

// The reads-from source of a read of the location's initial value.
inline constexpr EventId kInitialWrite = EventId::none();

struct Execution {
  std::uint32_t thread_count = 0;
  std::uint32_t location_count = 0;
  std::vector<Event> events;                       // by EventId
  std::vector<std::vector<EventId>> threads;       // by ThreadId, in program order
  std::vector<std::pair<EventId, EventId>> order;  // extra edges: spawn, join
  std::vector<EventId> reads_from;                 // by EventId; kInitialWrite if initial

  EventId add(Event e) {
    const EventId id{events.size()};
    if (e.thread.index() >= threads.size()) threads.resize(e.thread.index() + 1);
    if (threads.size() > thread_count) thread_count = static_cast<std::uint32_t>(threads.size());
    if (e.location.valid() && e.location.value >= location_count)
      location_count = e.location.value + 1;
    threads[e.thread.index()].push_back(id);
    events.push_back(e);
    reads_from.push_back(kInitialWrite);
    return id;
  }
};

// Good writes (RVF §4): for each read the writes that it may obtain. Reads with the same set share
// one class, so that a trace of n reads of m values needs m sets and not n.
struct GoodWrites {
  static constexpr std::uint32_t kNoClass = 0xffffffffu;

  std::vector<std::uint32_t> read_class;      // by EventId; kNoClass for what does not read
  std::vector<std::vector<EventId>> classes;  // kInitialWrite stands for the initial value

  bool contains(EventId read, EventId write) const {
    for (EventId w : classes[read_class[read.index()]])
      if (w == write) return true;
    return false;
  }
};

// One step of a witness: the event itself, or the memory-write of a buffered write.
struct WitnessStep {
  EventId event;
  bool memory_write = false;
  friend bool operator==(const WitnessStep&, const WitnessStep&) = default;
};

using Witness = std::vector<WitnessStep>;

}  // namespace overtake
