// What a thread can write at all, whatever the others do.
//
// Each thread is run by itself; a read may obtain every value that any thread can write to its
// location, found by iterating until nothing new comes up. That leaves out which values come
// together, and when: every write of every run is among those found. Programs with too many local
// states (counters, say) are given up: then every thread may write everything.
#pragma once

#include <tsl/robin_map.h>
#include <tsl/robin_set.h>

#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "exec/executor.h"
#include "memory/schedule.h"
#include "smc/locations.h"

namespace overtake::smc {

class PossibleWrites {
 public:
  // `names`: of the threads that were met so far.
  PossibleWrites(const exec::Executor& executor, const memory::ThreadNames& names);

  // The threads that there may be; by those of `names` and beyond.
  const memory::ThreadNames& names() const { return names_; }
  // Then nothing is known.
  bool given_up() const { return given_up_; }
  bool may_write(ThreadId thread, const LocationInfo& location);

 private:
  struct Readers {
    std::vector<exec::Value> values;     // all that can be read there
    std::vector<std::uint32_t> waiting;  // states whose next operation reads there
  };
  struct ThreadHash {
    std::size_t operator()(const exec::Thread& t) const { return t.hash(); }
  };
  static constexpr std::size_t kMaxResumed = 4000;

  void add_state(exec::Thread state);
  void run(std::uint32_t state);
  exec::Resolution resolve(const exec::Thread& thread, std::uint64_t size) const;
  void access(std::uint32_t state);
  void read(std::uint32_t state, Readers& readers);
  void add_value(Readers& readers, exec::Value value);
  void resume(std::uint32_t state, exec::Value result);
  void give_up() { given_up_ = true; }

  const exec::Executor& executor_;
  memory::ThreadNames names_;  // ids beyond met_ mean nothing outside of here
  const std::size_t met_;
  Locations locations_;
  std::deque<exec::Thread> states_;
  std::vector<std::uint32_t> location_;  // by state: of its next operation
  tsl::robin_set<exec::Thread, ThreadHash> known_;
  std::vector<std::uint32_t> to_run_;
  std::vector<std::pair<std::uint32_t, exec::Value>> to_resume_;  // state, a new value to read
  std::deque<Readers> readers_;                                   // by location
  std::deque<Readers> results_;                        // by thread, for threads that join it
  std::vector<std::uint32_t> newest_;                  // by thread: the state with most objects
  std::vector<tsl::robin_set<std::uint32_t>> writes_;  // by thread: locations
  std::size_t resumed_ = 0;
  bool given_up_ = false;
};

}  // namespace overtake::smc
