// The state of the naive machine: memory, buffers, primitives, threads, byte by byte.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "ir/program.h"

namespace overtake::fuzz::naive {

constexpr std::size_t kMaxThreads = 6;
constexpr std::size_t kMaxRegisters = 8;
constexpr std::size_t kMaxBuffer = 16;
constexpr std::size_t kMaxCells = 20;
constexpr std::size_t kMaxObjects = 4;  // mutexes, semaphores, conditions, barriers

// An event by its thread and place in the code, where it is executed at most once.
using EventName = std::uint16_t;
constexpr EventName kInitialWrite = 0;

enum class Status : std::uint8_t { NotStarted, Running, Ended, Failed, Assumed, Exited };

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

struct ThreadState {
  Status status = Status::NotStarted;
  ir::ErrorKind error{};
  std::uint8_t parent = 0;
  std::uint8_t number = 0;  // the how-manieth child of its parent
  std::uint8_t children = 0;
  std::uint8_t scratch = 0;  // the cell that LoadPointer found; the round of a barrier
  std::uint8_t buffered = 0;
  std::uint16_t pc = 0;
  std::array<std::uint32_t, kMaxRegisters> registers{};
  std::array<Entry, kMaxBuffer> buffer{};
};

constexpr std::uint8_t kNobody = 0xff;

struct State {
  std::array<std::uint8_t, kMaxCells * 4> memory{};
  std::array<std::uint8_t, kMaxObjects> holder{};  // of a mutex: thread + 1, or 0
  std::array<std::uint8_t, kMaxObjects> semaphores{};
  std::array<std::uint8_t, kMaxObjects> waiters{};  // of a condition: a bit for each thread
  std::array<std::uint8_t, kMaxObjects> arrived{};
  std::array<std::uint8_t, kMaxObjects> round{};
  std::uint32_t freed = 0;         // a bit for each cell
  std::uint8_t section = kNobody;  // the thread in an atomic section
  std::array<ThreadState, kMaxThreads> threads{};
  // Who wrote each byte of memory, mutex, semaphore and condition last; and what each thread has
  // done and where its reads came from. Kept only when classes are asked for.
  std::array<EventName, kMaxCells * 4> writers{};
  std::array<EventName, kMaxObjects> mutex_writers{};
  std::array<EventName, kMaxObjects> semaphore_writers{};
  std::array<EventName, kMaxObjects> condition_writers{};
  std::array<std::string, kMaxThreads> histories;
};

}  // namespace overtake::fuzz::naive
