// An Execution compiled for the searches: steps, memory-writes, buffers, in dense arrays.
//
// Every search walks the same small machine, whatever the model and the kind of event:
//   - a *step* is what a thread does in one go: a plain read, a buffer-write, or an atomic step. An
//     atomic step waits for what it drains, reads memory, writes memory, all at once: fences, RMWs,
//     failed CASes, lock operations and whole atomic blocks are atomic steps with 0, 1 or several
//     accesses, and so is a write under SC. That makes rules 4 and 5 of the closure (RF §4.4) hold
//     by construction: a block is one node.
//   - a *memory event* is what changes memory: the flush of a buffer-write, or an atomic step that
//     writes.
//   - a *write* is named by location_count + its event, and the initial value of location x by x.
//     So a source is one number, and the initial value is held like any other.
// A buffered RMW is an atomic step that reads, then a buffer-write: no event sees the time between.
//
// In an instance with a reads-from map the accesses of a block are collapsed: per location one read
// from outside, if any, and the last write, if any. What no run can satisfy whatever the order (a
// read of a later write of its own thread, a write inside a block read from outside) is found
// here. In an instance with good writes the accesses stay as they are, in program order.
#pragma once

#include <cstdint>
#include <vector>

#include "consistency/consistency.h"
#include "trace/execution.h"

namespace overtake::consistency {

inline constexpr std::uint32_t kNone = 0xffffffffu;

enum class StepKind : std::uint8_t { Read, Buffer, Atomic };

// What an atomic step waits for.
enum class Wait : std::uint8_t { Nothing, AllBuffers, OwnLocation };

struct Step {
  StepKind kind;
  Wait wait;
  bool writes;       // an atomic step that writes: a memory event
  bool silent;       // the buffer-write of an RMW: its event was already executed
  bool store_fence;  // an atomic step that ends an epoch
  std::uint32_t thread;
  std::uint32_t event;         // the first event of the step
  std::uint32_t position;      // its place in its thread
  std::uint32_t event_count;   // more than 1 for blocks only
  std::uint32_t location;      // Read, Buffer
  std::uint32_t write;         // Buffer: the write; Read: the source
  std::uint32_t access_begin;  // Atomic
  std::uint32_t access_end;
  std::uint32_t memory_before;  // memory events of the thread before this step
  std::uint32_t epoch;          // store-store fences of the thread before this step
};

struct Access {
  std::uint32_t event;
  std::uint32_t location;
  std::uint32_t source;  // reads: the write it reads from; kNone if it does not read
  std::uint32_t write;   // kNone if it does not write
};

struct Write {
  std::uint32_t thread;  // kNone for an initial value
  std::uint32_t step;
  std::uint32_t location;
  std::uint32_t memory_index;    // its place among the memory events of its thread
  std::uint32_t buffer;          // kNone if it goes to memory at once
  std::uint32_t next_in_buffer;  // kNone at the end
  std::uint32_t epoch;
};

// One buffer of PSO: the buffered writes of a thread to a location.
struct Buffer {
  std::uint32_t thread;
  std::uint32_t location;
  std::uint32_t first;  // its oldest write
  std::uint32_t last;
  std::uint32_t next_at_location;  // the next buffer of the same location
  std::uint32_t length;
};

// A singly linked list in an array: cheap to build in one pass, cheap to throw away.
struct Link {
  std::uint32_t value;
  std::uint32_t next;
};

class Instance {
 public:
  // False if no order whatever can satisfy the reads-from map; then refuted_read() says which read.
  bool compile(const Execution& execution, Model model);
  void compile(const Execution& execution, const GoodWrites& good_writes, Model model);

  Model model() const { return model_; }
  const Execution& execution() const { return *execution_; }
  std::uint32_t refuted_read() const { return refuted_read_; }
  Rule refuted_rule() const { return refuted_rule_; }

  std::uint32_t threads = 0;
  std::uint32_t locations = 0;
  std::uint32_t write_count = 0;            // locations + events: one past the last write name
  std::vector<Step> steps;                  // thread by thread
  std::vector<std::uint32_t> thread_begin;  // threads + 1
  std::vector<Access> accesses;
  std::vector<std::uint32_t> event_step;     // by event: its (first) step
  std::vector<Write> writes;                 // by write
  std::vector<std::uint32_t> readers;        // by write: the steps that read it (a block is one)
  std::vector<std::uint32_t> memory_events;  // steps, thread by thread
  std::vector<std::uint32_t> memory_begin;   // threads + 1
  std::uint32_t buffered_count = 0;          // buffer-writes
  std::vector<Buffer> buffers;               // thread by thread
  std::vector<std::uint32_t> buffer_begin;   // threads + 1
  std::vector<std::uint32_t> buffers_at;     // by location: the first buffer, kNone if none
  std::vector<std::uint32_t> epoch_left;     // by epoch, thread by thread: buffered writes in it
  std::vector<std::uint32_t> epoch_begin;    // threads + 1
  std::vector<std::uint8_t> orders_stores;   // by thread: has store-store fences or partial drains

  // Lists: order edges into a step; the own writes of its readers that a write has to wait for
  // (RF §4.1 condition 2b, closure rule 1); what the closure puts before a memory event.
  std::vector<std::uint32_t> order_head;  // by step; empty if there are no order edges
  std::vector<std::uint32_t> wait_head;   // by write; values are writes
  std::vector<Link> links;

  std::uint32_t write_name(EventId event, std::uint32_t location) const {
    return event == kInitialWrite ? location : locations + event.value;
  }
  std::uint32_t write_event(std::uint32_t write) const { return write - locations; }
  bool is_initial(std::uint32_t write) const { return write < locations; }
  // Exclusive end of a thread's steps.
  std::uint32_t thread_end(std::uint32_t thread) const { return thread_begin[thread + 1]; }

 private:
  template <bool kFixed>
  bool compile_threads();
  template <bool kFixed>
  bool compile_event(std::uint32_t thread, std::uint32_t event, bool in_block);
  void start(const Execution& execution, Model model);
  void link_order();
  Step& add_step(StepKind kind, std::uint32_t thread, std::uint32_t event);
  void add_buffered(std::uint32_t thread, std::uint32_t event, std::uint32_t location, bool silent);
  template <bool kFixed>
  bool add_access(std::uint32_t thread, std::uint32_t event, bool reads, bool writes);
  // The source of a read, checked against the own writes before it; kNone if impossible.
  std::uint32_t resolve(std::uint32_t thread, std::uint32_t event);
  bool refute(Rule rule, std::uint32_t event) {
    refuted_rule_ = rule;
    refuted_read_ = event;
    return false;
  }

  // What a thread under compilation knows of a location; valid if the stamp is the thread's.
  struct Own {
    std::uint32_t stamp;
    std::uint32_t last_write;
    std::uint32_t buffer;
  };
  Own& own(std::uint32_t location, std::uint32_t thread) {
    Own& o = own_[location];
    if (o.stamp != thread) o = {thread, kNone, kNone};
    return o;
  }

  const Execution* execution_ = nullptr;
  Model model_ = Model::SC;
  std::uint32_t epoch_ = 0;
  std::uint32_t memory_count_ = 0;
  std::uint32_t position_ = 0;
  std::vector<Own> own_;
  std::vector<std::uint32_t> hidden_;  // writes inside blocks that later writes of the block hide
  std::uint32_t refuted_read_ = kNone;
  Rule refuted_rule_ = Rule::ProgramOrder;
};

}  // namespace overtake::consistency
