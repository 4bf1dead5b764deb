// A program as one automaton for each thread over shared cells: what explicit-state search works
// on.
//
// Whatever is bigger than a word is interned. A state of a thread is a LocalId, a value a ValueId,
// so that a state of the whole program is a short vector of small numbers (state_store.h). What a
// thread can do next is worked out once for each of its states and each value that it finds,
// however many states of the program it then serves: the search runs at the speed of table
// look-ups, for guarded commands and for C alike.
//
//     for (const Action& a : automata.actions(t, local))
//       if (a.kind == ActionKind::Read)
//         for (const Successor& s : automata.outcome(t, local, index, found).successors) ...
//
// Local work is never an action of its own unless it is a choice: a thread runs from one visible
// operation to the next. That loses nothing, for local work commutes with whatever others do.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/ids.h"

namespace overtake::explicit_state {

using LocalId = Id<struct LocalStateTag>;   // a state of one thread (of those that run one code)
using CellId = Id<struct CellTag>;          // a shared cell
using ValueId = Id<struct ValueTag>;        // a value, of a cell or not
using PositionId = Id<struct PositionTag>;  // a place in the code after which a fence can stand

enum class ActionKind : std::uint8_t {
  Local,        // a choice, or nothing at all
  Read,         // of `cell`
  Write,        // of `value` to `cell`
  Atomic,       // reads `cell` and may write it at once; waits for empty buffers
  Fence,        // waits for empty buffers
  StoreFence,   // stores before it reach memory before stores after it
  Free,         // ends an object: writes `cell`, its status, at once; waits for nothing
  Spawn,        // starts thread `other` in state `start`; waits for empty buffers
  Join,         // waits until thread `other` has ended, and for empty buffers
  AtomicBegin,  // nothing of others happens until AtomicEnd; both wait for empty buffers
  AtomicEnd,
  End,  // waits for empty buffers
};

inline constexpr std::uint64_t kWholeCell = ~std::uint64_t{0};

struct Action {
  ActionKind kind = ActionKind::Local;
  CellId cell;
  ValueId value;
  ThreadId other;
  LocalId start;
  CellId status;  // Read, Write, Atomic: the cell that says whether the object has ended, if any
  std::uint64_t bits = kWholeCell;  // Read: of the cell that are read
};

// Where a thread gets to, and the places after which a fence could stand on the way there.
struct Successor {
  LocalId next;
  std::vector<PositionId> path;  // in the order in which they are passed
};

// What comes of an action that finds some value in its cell.
struct Outcome {
  bool blocked = false;  // it cannot happen now
  bool writes = false;   // Atomic
  ValueId written;
  std::vector<Successor> successors;  // more than one: a choice
};

// Thrown when something would have to be computed while several threads look on (Automata::freeze).
struct NotYetKnown {};

enum class LocalStatus : std::uint8_t {
  Ready,    // has actions
  Stopped,  // by a false assume, or by exit(): nothing more happens
  Ended,
  Failed,  // see Automata::failure
};

class Automata {
 public:
  virtual ~Automata() = default;

  // --- threads: they may become more as the search proceeds -------------------------------------
  std::size_t thread_count() const { return code_of_.size(); }
  // The state in which the thread begins; none if another thread has to start it.
  LocalId initial(ThreadId t) const { return initial_[t.index()]; }
  // Threads of the same code are interchangeable: permuting their states changes nothing.
  std::uint32_t code_of(ThreadId t) const { return code_of_[t.index()]; }
  virtual std::string thread_name(ThreadId t) const = 0;

  // --- states of threads ------------------------------------------------------------------------
  LocalStatus status(ThreadId t, LocalId l) const { return record(t, l).status; }
  std::span<const Action> actions(ThreadId t, LocalId l) const { return record(t, l).actions; }
  // `found`: what the cell holds, for Read and Atomic; for Join the state of the thread that ended;
  // 0 for all others. None: the object that the cell belongs to has ended.
  const Outcome& outcome(ThreadId t, LocalId l, std::uint32_t action, ValueId found = ValueId{0});
  // From now on nothing changes, so that several threads can ask at once: what `outcome` does not
  // know yet it does not compute, but throws NotYetKnown.
  void freeze() { frozen_ = true; }
  void thaw() { frozen_ = false; }
  // The state is one before an added fence: its only action leads there. Else none.
  LocalId after_added_fence(ThreadId t, LocalId l) const;
  std::size_t local_count(ThreadId t) const { return codes_[code_of(t)].records.size(); }
  virtual std::string failure(ThreadId t, LocalId l) const = 0;
  // Where in the text a thread that is ready is.
  virtual std::string place_of(ThreadId t, LocalId l) const = 0;
  // A thread that cannot go on has assumed something false; it does not wait for others.
  virtual bool blocked_is_assumed() const { return false; }
  // Values are bounded, and one of them was too large.
  virtual bool wrapped() const { return false; }

  // --- cells and values -------------------------------------------------------------------------
  std::size_t cell_count() const { return cells_.size(); }
  ValueId initial_value(CellId c) const { return cells_[c.index()]; }
  std::size_t value_count() const { return values_.size(); }
  std::int64_t value(ValueId v) const { return values_[v.index()]; }
  ValueId intern(std::int64_t value);
  // A value of some bytes of a cell only, in accesses of different sizes: `mask` has the bits.
  ValueId intern_part(std::int64_t value, std::uint64_t mask);
  bool has_parts() const { return !parts_.empty(); }
  // The bits that a store of the value sets; all ones but for parts.
  std::uint64_t mask(ValueId v) const {
    return parts_.empty() || masks_.size() <= v.index() ? kWholeCell : masks_[v.index()];
  }
  // What a cell that holds `old` holds after a store of `stored`. Both may be parts.
  ValueId merged(ValueId old, ValueId stored);

  // --- fences -----------------------------------------------------------------------------------
  // Puts a fence after a position, for all threads that pass it. Before the first search.
  void add_fence(PositionId p, ActionKind kind);
  bool has_fences() const { return !fences_.empty(); }
  // Positions of fences, numbered from 0.
  virtual std::size_t position_count() const = 0;
  virtual std::string position_name(PositionId p) const = 0;

 protected:
  struct Record {
    LocalStatus status = LocalStatus::Ready;
    std::vector<Action> actions;
    // By action, by the value found (none first): index in outcomes, or unknown.
    std::vector<std::vector<std::uint32_t>> known;
  };
  struct Code {
    std::deque<Record> records;
    std::deque<Outcome> outcomes;
    // States before an added fence, by the state after it; and the other way round.
    std::unordered_map<std::uint64_t, LocalId> fenced;
    std::unordered_map<std::uint32_t, LocalId> behind_fence;
  };
  Automata() { intern(0); }

  virtual Outcome compute(ThreadId t, LocalId l, std::uint32_t action, ValueId found) = 0;

  ThreadId add_thread(std::uint32_t code, LocalId initial);
  void set_initial(ThreadId t, LocalId initial) { initial_[t.index()] = initial; }
  CellId add_cell(std::int64_t initial);
  // A new state of the code, known to its owner by the id that comes back.
  LocalId add_record(std::uint32_t code, LocalStatus status, std::vector<Action> actions);
  std::uint32_t add_code();

 private:
  void put_fences(std::uint32_t code, Outcome& outcome);

  const Record& record(ThreadId t, LocalId l) const {
    return codes_[code_of_[t.index()]].records[l.index()];
  }

  std::vector<std::uint32_t> code_of_;  // by thread
  std::vector<LocalId> initial_;        // by thread
  std::deque<Code> codes_;
  std::vector<ValueId> cells_;  // their initial values
  std::vector<std::int64_t> values_;
  std::unordered_map<std::int64_t, ValueId> value_ids_;
  std::map<std::pair<std::int64_t, std::uint64_t>, ValueId> parts_;
  std::vector<std::uint64_t> masks_;                      // by value, as far as there are parts
  std::unordered_map<std::uint32_t, ActionKind> fences_;  // by position
  bool frozen_ = false;
};

}  // namespace overtake::explicit_state
