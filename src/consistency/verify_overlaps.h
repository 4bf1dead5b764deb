// Realizability where locations overlap: a word and its bytes, a structure and its fields.
//
// A store reaches memory in one piece, and each byte of a read is served by the newest store of its
// own thread in the buffer that covers it, else by memory. So a read may obtain its bytes from
// several writes, and two stores that overlap share bytes of memory, and under PSO a buffer.
//
// The search walks the machine itself. Memory is cut into cells, the pieces that no access divides;
// reads are done as soon as they obtain what they want, which never hurts; only what changes memory
// is tried in several orders. A write that some read still waits to see is not written over. States
// that have failed are remembered. There is no closure: instances are those of programs with races
// between accesses of different sizes.
//
// A *dead* flush is done at once as well: neither the store nor what it writes over is wanted by a
// read that is still to come, in none of its cells. A run that flushes it later can flush it now:
// until then a read obtains from those cells in memory only what came over the store, which now is
// not written over by it, and after that no read obtains the store. Its own thread obtains newer
// stores of its own, which stay in the buffer, and a buffer with less in it forbids less.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "consistency/search.h"
#include "trace/execution.h"

namespace overtake::consistency {

// Where a location lies in memory.
struct Extent {
  std::uint32_t object = 0;
  std::uint64_t offset = 0;
  std::uint32_t size = 0;
};

// What a read may obtain for its bytes begin .. end - 1: one of these writes, each of which covers
// them.
struct ReadPart {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::vector<EventId> good;
};
using ReadParts = std::vector<ReadPart>;  // of one read, all of its bytes

class VerifyOverlaps {
 public:
  // `extents` by location, `parts` by event. The hint decides only what is tried first.
  bool realizable(const Execution& execution, std::span<const Extent> extents,
                  std::span<const ReadParts> parts, Model model, const Witness* hint = nullptr);
  const Witness& witness() const { return witness_; }
  std::uint64_t states() const { return states_; }

 private:
  struct Range {  // in an array
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
  };
  struct Demand {  // of a read for a cell
    std::uint32_t event = 0;
    std::uint32_t cell = 0;
    std::uint32_t own = 0;  // the newest store of its thread before it that covers the cell
    const std::vector<EventId>* good = nullptr;
  };
  struct Frame {
    std::size_t trail = 0;
    std::size_t witness = 0;
    std::size_t candidates = 0;
    Hash128 key;
  };

  void compile(std::span<const Extent> extents, std::span<const ReadParts> parts);
  void number_events();
  void rank(const Witness* hint);
  std::uint32_t next(std::uint32_t thread) const { return cells_[thread]; }
  bool executed(std::uint32_t event) const { return next(thread_of(event)) > index_[event]; }
  bool in_memory(std::uint32_t event) const { return cells_[done_ + event] != 0; }
  std::uint32_t active(std::uint32_t cell) const { return cells_[memory_ + cell]; }
  std::uint32_t thread_of(std::uint32_t event) const {
    return execution_->events[event].thread.value;
  }
  bool buffers(const Event& e) const { return e.kind == EventKind::Write && model_ != Model::SC; }
  bool overlap(std::uint32_t a, std::uint32_t b) const;
  void set(std::size_t cell, std::uint32_t value);
  // Calls visit(store) for the stores in the buffer of the thread, the oldest first, until it
  // returns false.
  template <class Visit>
  void visit_buffer(std::uint32_t thread, Visit visit) const;

  void advance();
  bool flush_dead(std::uint32_t thread);
  bool step_freely(std::uint32_t thread);
  bool ordered(std::uint32_t event) const;
  bool drained(std::uint32_t event) const;
  bool obtains(std::uint32_t event) const;
  std::uint32_t block_end(std::uint32_t thread) const;
  bool may_leave_buffer(std::uint32_t store) const;
  bool is_wanted(std::uint32_t cell, std::uint32_t write) const;
  bool is_dead(std::uint32_t store) const;
  bool may_overwrite(std::uint32_t event) const;
  bool execute_block(std::uint32_t thread);
  void execute(std::uint32_t event);
  void put(std::uint32_t event);
  void flush(std::uint32_t store);
  void collect_candidates();
  bool complete() const;

  const Execution* execution_ = nullptr;
  Model model_ = Model::SC;
  // By thread its next event; by event whether it is in memory; by cell its write; and, which
  // follows from these, by thread how many of its stores are in memory, and the first of them that
  // is not.
  Trail cells_;
  std::size_t done_ = 0;
  std::size_t memory_ = 0;
  std::size_t flushed_ = 0;
  std::size_t first_ = 0;
  Hash128 key_;                             // of the state: a sum over the cells
  std::vector<std::uint32_t> index_;        // by event: in its thread
  std::vector<std::uint32_t> epoch_;        // by event: the store-store fences before it
  std::vector<std::uint32_t> store_index_;  // by event: the buffered stores before it
  std::vector<Range> cells_of_;             // by event, in cell_list_
  std::vector<std::uint32_t> cell_list_;
  std::vector<Range> demands_of_;  // by event, in demands_
  std::vector<Demand> demands_;
  std::vector<std::vector<std::uint32_t>> demands_at_;       // by cell, in demands_
  std::vector<std::vector<std::uint32_t>> before_;           // by event: what has to come first
  std::vector<std::vector<std::uint32_t>> stores_of_;        // by thread: its buffered stores
  std::vector<std::uint32_t> rank_of_step_, rank_of_flush_;  // by event
  Witness candidates_;                                       // of each frame, the best last
  std::vector<Frame> frames_;
  FailedStates failed_;
  Witness witness_;
  std::uint64_t states_ = 0;
};

}  // namespace overtake::consistency
