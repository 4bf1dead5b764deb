// The naive machine: docs/memory-models.md read word by word, on flattened sketches.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "fuzz/naive.h"
#include "fuzz/naive_program.h"
#include "fuzz/naive_state.h"
#include "fuzz/outcome.h"

namespace overtake::fuzz::naive {

class Machine {
 public:
  // Throws TooLarge.
  Machine(const Sketch& sketch, const NaiveOptions& options);

  State initial() const;
  // Every step that some thread or buffer can do, one after the other. Throws TooLarge.
  void for_each_step(const State& state, const std::function<void(State)>& visit) const;

  // All that distinguishes a state.
  std::string key(const State& state) const;
  // Of a state in which nothing more can happen, or (without memory) nothing more that matters.
  Outcome outcome(const State& state, bool memory = true) const;

  // Whether a thread that has not stopped awaits a value; if one is in a section, whether that
  // does.
  bool awaits(const State& state) const;

  // The reads-from class, and the trace, of the run that led here.
  std::string class_of(const State& state) const;
  std::string trace_of(const State& state) const;
  // Whether that trace has no cycle of program order, sources, store order and what follows from
  // them (naive_trace.cpp).
  bool is_sc_trace(const State& state) const;

 private:
  // --- memory and buffers (naive_machine.cpp)
  bool may_drain(const ThreadState& thread, std::size_t i) const;
  void drain(State& state, std::uint8_t t, std::size_t i) const;
  void push(ThreadState& thread, Entry entry) const;
  void write(State& state, const Entry& e) const;
  std::uint32_t read_memory(State& state, std::uint8_t t, std::uint32_t address,
                            std::uint32_t size) const;
  std::uint32_t read(State& state, std::uint8_t t, std::uint32_t address, std::uint32_t size) const;
  void store(State& state, std::uint8_t t, Entry entry) const;
  void fence_stores(ThreadState& thread) const;
  bool rmw_waits(const ThreadState& thread, const Entry& entry, ir::Order order, bool writes) const;

  // --- steps
  const Micro& next(const ThreadState& thread) const {
    return program_.routines[thread.frame().routine].code[thread.frame().pc];
  }
  std::uint32_t alternatives(const State& state, std::uint8_t t) const;
  bool step(State& state, std::uint8_t t, std::uint32_t choice) const;
  bool perform(State& state, std::uint8_t t, const Micro& m, std::uint32_t choice) const;
  Target target_of(const ThreadState& thread, Space space, std::uint8_t number) const;
  bool access(State& state, std::uint8_t t, const Micro& m) const;
  bool local_access(State& state, std::uint8_t t, const Micro& m, const Target& target) const;
  bool heap_access(State& state, std::uint8_t t, const Micro& m) const;
  void fail(State& state, std::uint8_t t, ir::ErrorKind kind) const;

  // --- synchronization (naive_sync.cpp)
  bool synchronize(State& state, std::uint8_t t, const Micro& m, std::uint32_t choice) const;
  bool mutex(State& state, std::uint8_t t, const Micro& m) const;
  bool semaphore(State& state, std::uint8_t t, const Micro& m) const;
  bool condition(State& state, std::uint8_t t, const Micro& m, std::uint32_t choice) const;
  bool barrier(State& state, std::uint8_t t, const Micro& m) const;

  // --- local work (naive_local.cpp)
  bool is_idle_fence(Do what) const;
  bool is_local_work(const State& state, std::uint8_t t) const;
  void local_work(State& state, std::uint8_t t) const;
  void control(State& state, std::uint8_t t, const Micro& m) const;
  void count_iteration(State& state, std::uint8_t t, const Micro& m) const;
  void call(ThreadState& thread, const Micro& m) const;
  void return_from(ThreadState& thread, std::uint32_t value) const;
  void stop(State& state, std::uint8_t t, Status status) const;
  std::uint64_t thread_result(const State& state, std::size_t t) const;

  // --- the past (naive_past.cpp)
  bool keeps_past() const { return options_.classes || options_.traces; }
  EventName event(const State& state, std::uint8_t t) const;
  void note(State& state, std::uint8_t t, std::uint32_t item) const;
  void note_event(State& state, std::uint8_t t) const;
  void note_effect(State& state, std::uint8_t t) const;
  // `count` places from `place` on.
  void reads_from(State& state, std::uint8_t t, std::size_t place, std::size_t count,
                  EventName writer) const;
  void reads_from(State& state, std::uint8_t t, std::size_t place,
                  std::span<const EventName> writers) const;
  void writes(State& state, std::size_t place, EventName writer) const;
  // The numbers of what is not a byte of memory.
  std::size_t mutex_place(std::size_t i) const { return 4 * program_.cells + i; }
  std::size_t semaphore_place(std::size_t i) const { return mutex_place(kMaxObjects + i); }
  std::size_t condition_place(std::size_t i) const { return semaphore_place(kMaxObjects + i); }
  void at_head(State& state, std::uint8_t t) const;
  std::string local_state(const ThreadState& thread) const;
  void forget(State& state, std::uint8_t t, const Mark& mark) const;

  // Items of a history: what it is, and a number.
  static constexpr std::uint32_t kEvent = 0;  // the place in the code
  static constexpr std::uint32_t kSource = 1u << 24;
  static constexpr std::uint32_t kChoice = 2u << 24;
  static constexpr std::uint32_t kError = 3u << 24;
  static constexpr std::uint32_t kRound = 4u << 24;  // of a barrier
  static constexpr std::uint32_t kWoken = 5u << 24;  // by whom
  static constexpr std::uint32_t kPlace = 6u
                                          << 24;  // of the source that follows, and how many bytes
  static constexpr std::uint32_t kItemKind = 0xff000000u;

  friend class TraceGraph;

  const Sketch& sketch_;
  NaiveOptions options_;
  Program program_;
};

// --- small helpers of all the files
// -----------------------------------------------------------------

inline std::uint32_t evaluate(const Frame& frame, const Value& v) {
  return v.computed() ? frame.registers[v.reg] + v.constant : v.constant;
}
inline bool holds(const Frame& frame, const Condition& c) {
  return (frame.registers[c.reg] == evaluate(frame, c.right())) == c.equal;
}
inline std::uint32_t truncated(std::uint32_t value, std::uint32_t size) {
  return size == 4 ? value : value & ((1u << (8 * size)) - 1);
}

}  // namespace overtake::fuzz::naive
