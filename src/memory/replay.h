// Replay: runs a Schedule on the machine and writes down what happened, for reports and as the
// judge of every counterexample (relacy's habit: explore without history, explain on replay).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/model.h"
#include "exec/executor.h"
#include "memory/machine.h"

namespace overtake::memory {

inline constexpr std::uint32_t kNoStep = 0xffffffffu;

// A store that waits in a buffer.
struct BufferedStore {
  Address address = 0;
  std::uint8_t size = 0;
  exec::Value value;
  std::uint32_t issued_at = kNoStep;  // step that put it into the buffer
  ir::SourceId source;
};

// One step of a replayed schedule.
struct Record {
  Step step;
  exec::Op op;                // what the thread did; for a drain, the store that drained
  bool reads = false;         // `read` is meaningful
  bool wrote_memory = false;  // `written` reached memory in this step
  exec::Value read;
  exec::Value written;
  std::uint32_t reads_from =
      kNoStep;                   // step of the store / RMW that was read (kNoStep: initial value)
  bool from_own_buffer = false;  // the read was served from the thread's own store buffer
  ThreadId spawned;              // the new thread, for Spawn
  // Own buffered stores (to other locations) that this read overtook: indices of issuing steps.
  std::vector<std::uint32_t> overtook;
  std::vector<BufferedStore> buffer;          // the thread's buffer after the step, oldest first
  std::optional<exec::Error> error;           // the thread failed in or right after this step
  exec::Status status = exec::Status::Ready;  // the thread's status after the step
  std::vector<ir::SourceId> calls;  // Thread::backtrace just before the step; empty for drains
};

// Why the run as a whole is an error although no thread failed.
struct StuckThread {
  ThreadId thread;
  exec::Op waits_for;
  std::vector<ir::SourceId> calls;  // Thread::backtrace where it waits
};

struct Replay {
  bool valid = false;  // every step of the schedule was possible
  // A bound on loops ended a thread before it was seen whether it goes on for ever.
  bool bounded = false;
  std::string invalid_reason;
  std::vector<Record> records;
  std::vector<std::string> thread_names;  // by ThreadId: "main", "T1", "T1.2", ...
  std::vector<StuckThread> stuck;         // threads that wait for ever, if the run is complete
  std::optional<exec::Error> error;       // the first thread error, or Deadlock / Hang
  ThreadId error_thread;
  std::vector<ir::SourceId> error_calls;   // Thread::backtrace of the failed thread
  std::vector<exec::ObjectTable> objects;  // by ThreadId: what each thread allocated
  MachineOptions machine;                  // how it was run ...
  ThreadNames names;

  Schedule schedule() const;  // ... and what
};

Replay replay(const exec::Executor& executor, const MachineOptions& options,
              const Schedule& schedule, const ThreadNames& names = {});

// The same run, but the loads, RMWs and CASs of these steps obtain `value` instead of what they
// read.
struct Pretence {
  std::vector<std::uint32_t> steps;
  exec::Value value;
};
Replay replay(const exec::Executor& executor, const Replay& run, const Pretence& pretence);

// By ThreadId and number of the object: where it was made, innermost call first.
using Births = std::vector<std::vector<std::vector<ir::SourceId>>>;
Births births(const ir::Program& program, const Replay& run);

}  // namespace overtake::memory
