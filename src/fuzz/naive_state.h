// The state of the naive machine: memory, buffers, primitives, threads, byte by byte.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "fuzz/sketch.h"
#include "ir/program.h"

namespace overtake::fuzz::naive {

constexpr std::size_t kMaxThreads = 6;
constexpr std::size_t kMaxVariables = 4;  // of a thread or function
constexpr std::size_t kMaxPointers = 3;
constexpr std::size_t kMaxLoops = 8;
constexpr std::size_t kMaxFrames = 8;
constexpr std::size_t kMaxBuffer = 16;
constexpr std::size_t kMaxCells = 20;
constexpr std::size_t kMaxObjects = 4;  // mutexes, semaphores, conditions, barriers

// The program does not fit into these arrays.
struct TooLarge {};

// An event by its thread and its number there.
using EventName = std::uint16_t;
constexpr EventName kInitialWrite = 0;

enum class Status : std::uint8_t { NotStarted, Running, Ended, Failed, Assumed, Exited, Bounded };

// A store in a buffer, or (size 0) a store-store fence between stores.
struct Entry {
  std::uint8_t address = 0;  // of a byte: cell * 4 + offset
  std::uint8_t size = 0;
  std::uint32_t value = 0;
  EventName writer = kInitialWrite;

  bool covers(std::uint32_t byte) const { return byte >= address && byte < address + size; }
  bool overlaps(const Entry& e) const {
    return size > 0 && e.size > 0 && address < e.address + e.size && e.address < address + size;
  }
};

// A location, or a variable of a frame of the same thread.
struct Target {
  bool shared = true;
  std::uint8_t frame = 0;
  std::uint8_t number = 0;
};

// A call that has not returned, or the thread itself.
struct Frame {
  std::uint8_t routine = 0;
  std::uint8_t dst = 0;  // the caller's register for the result
  std::uint16_t pc = 0;
  std::array<std::uint32_t, kRegisters> registers{};
  std::array<std::uint32_t, kMaxVariables> variables{};
  std::array<Target, kMaxPointers> pointers{};
  std::array<std::uint8_t, kMaxLoops> iterations{};  // begun; only if they are bounded
};

struct ThreadState {
  Status status = Status::NotStarted;
  ir::ErrorKind error{};
  std::uint8_t parent = 0;
  std::uint8_t number = 0;  // which child of its parent it is
  std::uint8_t children = 0;
  std::uint8_t scratch = 0;   // the cell that LoadPointer found; the round of a barrier
  std::vector<Frame> frames;  // the last one runs
  std::vector<Entry> buffer;  // oldest first

  const Frame& frame() const { return frames.back(); }
  Frame& frame() { return frames.back(); }
};

constexpr std::uint8_t kNobody = 0xff;

// The last visit of a loop's head: see naive_past.cpp.
struct Mark {
  std::uint16_t frame = 0;
  std::uint16_t pc = 0;
  std::uint32_t items = 0;    // of the history then
  std::uint16_t events = 0;   // ... and events in it
  std::uint16_t effects = 0;  // ... and effects
  std::string local;          // the thread's state
};

// What a thread has done and where its reads came from.
struct History {
  std::vector<std::uint32_t> items;
  std::uint16_t events = 0;
  std::uint16_t effects = 0;
  std::vector<Mark> marks;  // of the loops that it is or was in, outermost first
};

// Kept only when classes or traces are asked for. What is written is a location's byte, a mutex, a
// semaphore or a condition: all of them have a number.
struct Past {
  std::vector<EventName> writers;      // who wrote it last
  std::vector<std::uint32_t> written;  // place << 16 | event: by place, in order; only for traces
  std::vector<History> histories;      // by thread
  std::vector<EventName> wakers;       // by thread: who woke it last
};

struct State {
  std::array<std::uint8_t, kMaxCells * 4> memory{};
  std::array<std::uint8_t, kMaxObjects> holder{};  // of a mutex: thread + 1, or 0
  std::array<std::uint8_t, kMaxObjects> semaphores{};
  std::array<std::uint8_t, kMaxObjects> waiters{};  // of a condition: a bit for each thread
  std::array<std::uint8_t, kMaxObjects> arrived{};
  std::array<std::uint8_t, kMaxObjects> round{};
  std::uint32_t freed = 0;         // a bit for each cell
  std::uint8_t section = kNobody;  // the thread in an atomic section
  std::vector<ThreadState> threads;
  Past past;
};

}  // namespace overtake::fuzz::naive
