// The operational machines of SC, TSO and PSO, as docs/memory-models.md writes them down. They are
// the judge: every witness and every counterexample is replayed here before a user sees it.
//
//     Machine m(executor, {.model = Model::TSO});
//     std::vector<Step> steps;
//     while (m.enabled(steps), !steps.empty()) m.execute(steps.front());
//
// A Machine is a value: copy it to come back to it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/model.h"
#include "exec/executor.h"
#include "memory/ending.h"
#include "memory/schedule.h"
#include "memory/shared_memory.h"

namespace overtake::memory {

struct MachineOptions {
  MemoryModel model = Model::SC;
};

// A store in a buffer, or (size 0) the mark that a store-store fence leaves.
struct BufferEntry {
  SlotId object;
  std::uint64_t offset = 0;
  std::uint8_t size = 0;
  exec::Value value;
  EventRef event;
  ir::SourceId source;
  exec::Time time = 0;  // of the event

  bool overlaps(SlotId o, std::uint64_t at, std::uint64_t length) const {
    return size != 0 && object == o && offset < at + length && at < offset + size;
  }
};

// What one step did.
struct Happened {
  exec::Op op;     // of the thread; for a drain, the store that reached memory
  EventRef event;  // the event that happened, or whose store drained
  bool reads = false;
  bool wrote_memory = false;
  bool from_buffer = false;  // the whole read was served by the thread's own buffer
  Found found;               // if reads
  exec::Value written;
  exec::Value result;  // what the thread was handed
  std::uint32_t choices = 1;
  ThreadId spawned;
};

class Machine {
 public:
  Machine(const exec::Executor& executor, const MachineOptions& options, ThreadNames names = {});

  // All steps that can be done now, one per alternative of a choice.
  void enabled(std::vector<Step>& out) const;
  bool is_enabled(const Step& step) const;
  // The stores of the thread that may reach memory now.
  void drains(ThreadId thread, std::vector<Step>& out) const;
  // Whether the thread's next operation, if it happened now, would bring it back to the head of a
  // loop in the state in which it was there before, having only read since.
  bool would_spin(ThreadId thread) const;
  // The step must be enabled. Afterwards the thread is at its next operation, or stopped.
  // `pretended`: what a load, an RMW or a CAS reads instead of what is there, to ask what would
  // have happened.
  Happened execute(const Step& step, const exec::Value* pretended = nullptr);

  // Whether the thread's next operation is `ready` and its alternatives (0: it has to wait).
  std::uint32_t alternatives(ThreadId thread) const;

  const exec::Thread& thread(ThreadId t) const { return threads_[t.index()]; }
  bool exists(ThreadId t) const { return t.index() < threads_.size() && started_[t.index()]; }
  std::size_t thread_count() const { return threads_.size(); }
  const std::vector<BufferEntry>& buffer(ThreadId t) const { return buffers_[t.index()]; }
  // Number of visible operations that the thread has done.
  std::uint32_t event_count(ThreadId t) const { return event_counts_[t.index()]; }
  const SharedMemory& memory() const { return memory_; }
  const ThreadNames& names() const { return names_; }
  // More names than this machine knows, which must begin with those that it knows: hand them on to
  // copies of the machine in which threads are to have the same ids.
  void learn(const ThreadNames& names) {
    if (names.size() > names_.size()) names_ = names;
  }
  // Of what waiting threads depend on and is neither in the threads nor in memory.
  std::uint64_t waiting_hash() const;
  const exec::Executor& executor() const { return *executor_; }
  const MachineOptions& options() const { return options_; }

  // Final value of a location of a global.
  exec::Value global_value(ir::GlobalId global, std::uint64_t offset, unsigned size) const;

  // Once nothing is enabled.
  Ending ending() const;
  // ... in the middle of an atomic section: its thread has assumed something false, called exit, or
  // has to wait there, for ever. No execution is like that, but the errors before it are errors,
  // and so is the waiting.
  bool cut_short() const { return in_atomic_section_.valid(); }
  ThreadId section() const { return in_atomic_section_; }  // the thread that is in one

 private:
  // Where an access leads, and what is wrong with it if it is not `ok`.
  struct Place {
    bool ok = false;
    ir::ErrorKind error = ir::ErrorKind::InvalidPointer;
    SlotId object;
    std::uint64_t offset = 0;
    std::uint64_t object_size = 0;
    exec::Initial initial;
  };

  // Which threads wait, and which have been let go but have not taken a step since
  // (machine_wait.cpp).
  struct Round {  // of a barrier
    std::uint32_t id = 0;
    SlotId object;
    std::uint64_t offset = 0;
    std::uint64_t number = 0;  // that the barrier's word gave it
    std::uint32_t arrived = 0;
    std::uint32_t left = 0;
    ThreadId least;  // of the threads that arrived
    bool complete = false;
    exec::Time time = 0;  // of the last arrival
  };
  struct Waiting {
    bool for_signal = false;  // among the waiters of a condition variable
    std::uint32_t round = 0;  // at a barrier: a Round's id, 0: none
    exec::Time woken_at = 0;  // by the last signal
  };

  exec::Resolution object_at(Address address, std::uint64_t size) const;
  Place place(ThreadId t, const exec::Op& op) const;
  bool drained_for(ThreadId t, const exec::Op& op) const;
  bool can_drain(ThreadId t, std::size_t entry) const;
  Found load(ThreadId t, const Place& p, unsigned size, bool& from_buffer) const;
  void add_thread(ThreadId id, exec::Thread thread);
  void execute_access(ThreadId t, const exec::Op& op, std::uint32_t choice,
                      const exec::Value* pretended, Happened& h);
  void finish(ThreadId t, exec::Value result, exec::Time learned = 0);
  exec::Time learned(ThreadId t, const exec::Op& op, const Place& p) const;
  bool let_go(ThreadId t, const exec::Op& op) const;
  const Round* round_of(ThreadId t) const;
  void note_waiting(ThreadId t, const exec::Op& op, const Place& p, const Happened& h,
                    exec::Time now);
  void arrive(ThreadId t, const exec::Op& op, const Place& p, std::uint64_t number, exec::Time now);
  void leave_round(ThreadId t);
  bool spins_for_ever(const exec::Thread& thread) const;
  void fail(ThreadId t, ir::ErrorKind kind, ir::SourceId origin = {});
  void leave_section_if_stopped(ThreadId t);
  void drain(ThreadId t, std::size_t entry, Happened& h);

  const exec::Executor* executor_;
  MachineOptions options_;
  ThreadNames names_;
  std::vector<exec::Thread> threads_;  // by ThreadId
  std::vector<char> started_;
  std::vector<std::vector<BufferEntry>> buffers_;
  std::vector<std::uint32_t> event_counts_;
  SharedMemory memory_;
  ThreadId in_atomic_section_;  // none: no thread is

  std::vector<Waiting> waiting_;  // by ThreadId
  std::vector<Round> rounds_;     // that some thread has still to leave
  std::uint32_t round_ids_ = 0;   // given so far
};

}  // namespace overtake::memory
