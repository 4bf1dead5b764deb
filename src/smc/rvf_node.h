// A node of RVF exploration: a set of events X in which each read is bound to its good writes, with
// a witness, and what is left to try there.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "consistency/verify_overlaps.h"
#include "smc/join.h"
#include "smc/trace.h"

namespace overtake::smc {

// What tells two executions apart: the values that reads obtain, or the writes they obtain them
// from.
enum class Groups : std::uint8_t { ByValue, BySource };

// One value for the read of a node: the writes that it may then obtain, kInitial for the initial
// value. Also one alternative of a choice.
struct RvfGroup {
  static constexpr std::uint32_t kStuck = 0x7fffffffu;  // a choice: to wait, in a section, for ever

  exec::Value value;
  std::vector<Position> good;
  std::uint32_t choice = 0;
  bool outside = false;  // in a section with a causal map: the map does not know these writes
  // If it obtains its bytes from several writes: what each of them may be; `good` are all.
  consistency::ReadParts parts = {};
};

// The next operation of a thread, as far as other threads are concerned.
struct RvfPending {
  static constexpr std::uint32_t kNowhere = 0xffffffffu;
  enum class Next : std::uint8_t { Nothing, Extends, Reads, Chooses, Waits, Enters };

  Next next = Next::Nothing;
  bool writes = false;  // it may write its location; nowhere: any location
  std::uint32_t location = kNowhere;
};

struct RvfNode {
  static constexpr std::uint32_t kUndefined = 0xffffffffu;

  std::uint32_t length = 0;           // of τ: the events of σ̃
  std::vector<RvfPending> pending;    // by thread
  StepOrder order;                    // σ̃
  std::vector<Position> last_write;   // by location, at its end
  std::vector<std::uint32_t> counts;  // by thread: its events in σ̃
  std::vector<std::uint32_t> causal;  // the causal map, by thread: the depth of the node
                                      // whose σ̃ its next read must not read; kUndefined
  std::vector<ThreadId> mutate;       // whose reads are still to be tried, the next last
  ThreadId current;                   // whose read is tried now
  std::uint32_t location = RvfPending::kNowhere;  // of that read; kNowhere: a choice, or a section
  bool writes = false;                            // the read may write, too
  std::vector<RvfGroup> groups;                   // its values that are still to be tried
  std::vector<ThreadId> turns;       // for equal threads: all reads, in their order ...
  std::vector<RvfGroup> values;      // ... and all values of the current one
  bool outside = false;              // of the value that is explored
  std::uint32_t entry = kUndefined;  // in a section: the depth of the node that entered it
  bool depended_on = false;          // if its thread stops, another read waits for nothing
  bool signalled = false;            // what may happen while that read waits
  bool backtrack = true;             // the paper's, and ancestors(r) while a child is explored
  bool fruitful = false;             // it had a child
  std::uint64_t entered_at = 0;      // how many executions there were then
  std::shared_ptr<Join> join;        // others explore some of its values

  void reset(std::uint32_t events, const StepOrder& sigma, std::size_t threads);
  std::uint32_t count(ThreadId t) const {
    return t.index() < counts.size() ? counts[t.index()] : 0;
  }
  // Whether σ̃ has the event.
  bool has(const TraceEvent& e) const { return e.index < count(e.thread); }
  // The causal map of t's next read, if it has one: the depth of a node.
  bool has_map(ThreadId t) const { return causal[t.index()] != kUndefined; }
  // Whether its read is the entry of a section, or a read inside one.
  bool is_about_section() const {
    return entry != kUndefined || pending[current.index()].next == RvfPending::Next::Enters;
  }
};

// The recursion of the algorithm: nodes[0 .. depth) are on the path to the current execution.
struct RvfStack {
  std::vector<RvfNode> nodes;
  std::uint32_t depth = 0;

  RvfNode& top() { return nodes[depth - 1]; }
  // Whether the node's causal map forbids t's next read the write.
  bool forbids(const RvfNode& node, ThreadId t, const TraceEvent& write) const {
    return node.has_map(t) && nodes[node.causal[t.index()]].has(write);
  }
  // The thread that is in a section at that node.
  ThreadId inside_at(const RvfNode& node) const {
    return node.entry == RvfNode::kUndefined ? ThreadId::none() : nodes[node.entry].current;
  }
};

}  // namespace overtake::smc
