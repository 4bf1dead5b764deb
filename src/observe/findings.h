// The file in which a run of a native program leaves what it found.
//
// The program maps it into memory and writes into it as it runs, so that nothing is lost when the
// program dies: whatever lies within `record_bytes` is complete. The other side (findings_file.h)
// reads it when the program has ended, or before.
//
//     FileHeader | calling contexts, by number from 1 | records, one after the other
//
// Plain structures of fixed size without padding; both sides are built from the same header, and
// the version says so.
#pragma once

#include <cstdint>

namespace overtake::observe {

inline constexpr std::uint64_t kFindingsMagic = 0x31736275766f4f00;  // "\0Oovubs1"
inline constexpr std::uint32_t kFindingsVersion = 1;

// NOLINTNEXTLINE(performance-enum-size): fields of the file, as is RecordKind
enum class RunState : std::uint32_t {
  Running,  // also of a program that was killed
  Ended,    // by exit, or by the end of main
  Crashed,  // by a signal that is its own fault; `signal` says which
  Deadlock,
  Replaced,  // by exec
};

// What could not be done.
inline constexpr std::uint32_t kTroubleMemory = 1;   // no memory to watch with: watching stopped
inline constexpr std::uint32_t kTroubleRecords = 2;  // the file is full: later findings are counted
inline constexpr std::uint32_t kTroubleThreads = 4;  // too many threads: some were not watched
inline constexpr std::uint32_t kTroubleTime = 8;  // a call blocked that the scheduler does not know

struct FileHeader {
  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t pid;
  std::uint64_t seed;
  RunState state;
  std::int32_t exit_code;
  std::uint32_t signal;
  std::uint32_t trouble;
  // Counted as the program runs.
  std::uint64_t events;  // that were written down
  std::uint64_t steps;   // at which threads could have been switched
  std::uint64_t switches;
  std::uint64_t preemptions;  // switches away from a thread that could have gone on
  std::uint64_t threads;      // that were started, with main
  std::uint64_t window;       // how many events are remembered
  std::uint64_t violations;   // every time
  std::uint64_t races;        // every time
  std::uint64_t context_count;
  std::uint64_t context_capacity;
  std::uint64_t record_bytes;
  std::uint64_t record_capacity;
};

// The call at `pc` was made in context `parent`.
struct ContextNode {
  std::uint64_t pc;
  std::uint32_t parent;
  std::uint32_t depth;
};

// NOLINTNEXTLINE(performance-enum-size)
enum class RecordKind : std::uint32_t {
  Violation,
  Race,
  Deadlock,
  Crash,
  Module,
  Thread,
  Whole,  // the whole execution, if asked for: a Violation record without a violation
};

struct RecordHeader {
  RecordKind kind;
  std::uint32_t bytes;  // with this header; a multiple of 8
};

// An event of the window around a finding, oldest first. `kind` is core/history.h's.
struct WindowEvent {
  std::uint64_t seq;
  std::uint64_t address;  // Order, Begin: the number of the event that comes before
  std::uint64_t pc;
  std::uint32_t context;
  std::uint32_t thread;  // its number
  std::uint32_t other;   // Order, Begin: the number of the other thread; 0: none
  std::uint8_t kind;
  std::uint8_t size;
  std::uint8_t flags;
  std::uint8_t unused;
};

// A pair of accesses that violates sequential consistency (or races, or the whole execution).
struct PairRecord {
  RecordHeader header;
  std::uint64_t count;          // how often, so far
  std::uint64_t first_seq;      // the delayed store
  std::uint64_t second_seq;     // the overtaking access
  std::uint32_t models;         // kTso, kPso: under which of them, ever
  std::uint32_t window_models;  // in this window
  std::uint32_t event_count;
  std::uint32_t truncated;  // 1: there was no room for the window
  WindowEvent events[];
};

// Every pair, as numbers of events, if asked for (for tests).
struct PairOfEvents {
  std::uint64_t first_seq;
  std::uint64_t second_seq;
  std::uint32_t models;
  std::uint32_t unused;
};

struct WaitingThread {
  std::uint32_t thread;
  std::uint32_t what;  // BlockedOn, runtime/blocked_on.h
  std::uint64_t object;
  std::uint64_t pc;
  std::uint32_t context;
  std::uint32_t owner;  // the thread that has it; 0: none, or not known
};

struct DeadlockRecord {
  RecordHeader header;
  std::uint32_t count;
  std::uint32_t unused;
  WaitingThread waiting[];
};

struct CrashRecord {
  RecordHeader header;
  std::uint32_t signal;
  std::uint32_t thread;
  std::uint64_t address;  // that could not be accessed
  std::uint32_t count;
  std::uint32_t unused;
  std::uint64_t pcs[62];  // the instruction, then return addresses
};

// A file that is mapped from `begin` to `end`, from `offset` on.
struct ModuleRecord {
  RecordHeader header;
  std::uint64_t begin;
  std::uint64_t end;
  std::uint64_t offset;
  char path[];
};

struct ThreadRecord {
  RecordHeader header;
  std::uint32_t thread;  // 1: main
  std::uint32_t parent;
  std::uint32_t index;  // among the threads that its parent started, from 1
  std::uint32_t context;
  std::uint64_t pc;  // where it was started
  char name[16];     // pthread_setname_np
};

}  // namespace overtake::observe
