// Breadth-first search of all states of a program under SC, TSO or PSO. Exact: every state is
// stored as a whole, nothing is hashed away, no depth is cut off. Store buffers are bounded by
// `buffer` stores each; `Result::buffer_was_full` says whether that ever kept a thread from
// storing.
//
//     Search search(automata, {.model = Model::TSO, .buffer = 4});
//     const Result r = search.run([&](StateIndex i, const State& s) { ...; return true; });
//     const std::vector<Step> run = search.run_to(i);
//
// With several jobs, workers look at states and work out their successors at the same time, and new
// states get the numbers that they would have got one after the other (batch.h): whatever the
// number of jobs, the states, their order, what is visited and what is computed are the same.
//
// Threads that run the same code are interchangeable: states that differ only in which of them is
// where are stored once (their number is that of the classes). Under PSO stores to different cells
// in one buffer are in no order. Both keep every question about what can be reached.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/model.h"
#include "explicit/automata.h"
#include "explicit/buffers.h"
#include "explicit/state_store.h"
#include "explicit/workers.h"

namespace overtake::explicit_state {

// One state of the whole program: for each thread where it is and what its buffer holds, and the
// cells. A row of dense numbers; 0 stands for "not started", the empty buffer, the initial value.
class State {
 public:
  State() = default;
  State(const Automata& automata, std::size_t threads, std::size_t cells)
      : automata_(&automata), threads_(threads), row_(1 + 2 * threads + cells) {}

  bool started(ThreadId t) const { return t.index() < threads_ && row_[1 + t.index()] != 0; }
  LocalId local(ThreadId t) const { return LocalId{row_[1 + t.index()] - 1}; }
  BufferId buffer(ThreadId t) const { return BufferId{row_[1 + threads_ + t.index()]}; }
  ValueId cell(CellId c) const {
    const std::size_t at = 1 + 2 * threads_ + c.index();
    const std::uint32_t raw = at < row_.size() ? row_[at] : 0;
    return raw == 0 ? automata_->initial_value(c) : ValueId{raw - 1};
  }
  // Whether the action finds that its object has ended: then it is a failure, not an access.
  bool ended(const Action& a) const { return a.status.valid() && cell(a.status) != ValueId{0}; }
  // The thread that is in an atomic section; none if no thread is.
  ThreadId holder() const { return row_[0] == 0 ? ThreadId::none() : ThreadId{row_[0] - 1}; }

  void set_local(ThreadId t, LocalId l) { put(1 + t.index(), t.index() < threads_, l.value + 1); }
  void set_buffer(ThreadId t, BufferId b) { row_[1 + threads_ + t.index()] = b.value; }
  void set_cell(CellId c, ValueId v) {
    const std::size_t at = 1 + 2 * threads_ + c.index();
    put(at, at < row_.size(), v == automata_->initial_value(c) ? 0 : v.value + 1);
  }
  void set_holder(ThreadId t) { row_[0] = t.valid() ? t.value + 1 : 0; }

  // A thread or cell that the row has no room for was written: the search has to start again.
  bool outgrown() const { return outgrown_; }
  std::vector<std::uint32_t>& row() { return row_; }
  const std::vector<std::uint32_t>& row() const { return row_; }
  std::size_t threads() const { return threads_; }

 private:
  void put(std::size_t at, bool fits, std::uint32_t value) {
    if (fits)
      row_[at] = value;
    else
      outgrown_ = true;
  }

  const Automata* automata_ = nullptr;
  std::size_t threads_ = 0;
  bool outgrown_ = false;
  std::vector<std::uint32_t> row_;
};

struct Step {
  ThreadId thread;
  bool drain = false;
  std::uint32_t index = 0;      // the action, or the entry of the buffer
  std::uint32_t successor = 0;  // of the outcome
  friend bool operator==(const Step&, const Step&) = default;
};

struct Options {
  MemoryModel model = Model::SC;
  std::uint32_t buffer = 4;  // stores a thread can buffer; at least 1
  bool symmetry = true;
  std::vector<ThreadId> movers;  // only these do anything; none: all. Without symmetry.
  std::uint64_t max_states = 0;  // 0: no limit
  std::uint32_t jobs = 1;
  std::size_t alone = 1u << 13;             // fewer states than that are for one worker
  const std::atomic<bool>* stop = nullptr;  // set from outside
  std::function<void(std::size_t states)> progress;
};

struct Result {
  std::size_t states = 0;
  std::size_t transitions = 0;
  std::size_t bytes = 0;         // of the stored states
  bool finished = false;         // every state was visited
  bool buffer_was_full = false;  // states beyond a full buffer were not
};

// Says of a state whether Visitor::visit would do anything, so that several workers, each with a
// filter of its own, can look for what is worth a visit. May throw NotYetKnown.
class Filter {
 public:
  virtual ~Filter() = default;
  virtual bool wants(const State& s) = 0;
};

// What is done with the states of a search.
class Visitor {
 public:
  virtual ~Visitor() = default;
  // Each state once, in the order of their distance; false: stop.
  virtual bool visit(StateIndex i, const State& s) = 0;
  // The search begins anew because a number outgrew its column: whatever was visited before is
  // visited again under other indices.
  virtual void restart() {}
  // None: every state is visited.
  virtual std::unique_ptr<Filter> filter() const { return nullptr; }
};

class Search {
 public:
  Search(Automata& automata, Options options);

  Result run(Visitor& visitor);
  // The same for visitors without much to do.
  Result run(
      const std::function<bool(StateIndex, const State&)>& visit,
      const std::function<void()>& restart = [] {});

  // A shortest run that leads there (or to a state that only differs by interchangeable threads).
  std::vector<Step> run_to(StateIndex state) const;

  State initial() const;
  State state(StateIndex i) const {
    State s = initial();
    store_.get(i, s.row());
    return s;
  }
  // kNoState if it was not met.
  StateIndex index_of(State state) const {
    canonicalize(state);
    return store_.find(state.row());
  }
  // All steps that are possible in the state, each with the state that it leads to.
  void successors(const State& state,
                  const std::function<void(const Step&, const State&)>& visit) const;
  // Those of one thread that are not the emptying of its buffer.
  void successors_of(const State& state, ThreadId t,
                     const std::function<void(const Step&, const State&)>& visit) const;
  void apply(State& state, const Step& step) const;

  // What the thread would read: of its own buffer, and of memory for the rest.
  ValueId visible(const State& state, ThreadId t, CellId cell) const;

  Automata& automata() const { return *automata_; }
  const Buffers& buffers() const { return buffers_; }

 private:
  friend class Batch;

  // Room to work in, so that no step allocates.
  struct Room {
    State current, next, canonical;
    bool buffer_was_full = false;
  };

  template <class Visit>
  void expand(const State& state, Room& room, Visit&& visit) const;
  template <class Visit>
  void drains(const State& state, ThreadId t, Room& room, Visit&& visit) const;
  template <class Visit>
  void act(const State& state, ThreadId t, std::uint32_t index, Room& room, Visit&& visit) const;
  // `add` gets the rows of all successors of room.current, until it returns false. False: it did,
  // or the rows have no room for a thread or cell.
  template <class Add>
  bool for_each_row(Room& room, Add&& add) const;
  bool add_successors(Room& room, StateIndex i, Rows& rows) const;
  bool can_act(const State& state, ThreadId t, const Action& action) const;
  bool stopped_in_section(const State& state, ThreadId t) const;
  bool moves(ThreadId t) const;
  void canonicalize(State& state) const;
  void begin();
  bool sweep(Visitor& visitor, Workers& workers, Result& result);
  bool interrupted() const {
    return options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
  }

  Automata* automata_;
  Options options_;
  mutable Buffers buffers_;
  StateStore store_;
  std::size_t threads_ = 0;  // room in a row
  std::size_t cells_ = 0;
  std::vector<std::uint32_t> largest_;                  // by column, so far
  std::vector<std::vector<ThreadId>> interchangeable_;  // groups of two and more
};

}  // namespace overtake::explicit_state
