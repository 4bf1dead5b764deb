// VerifySC with good writes (RVF algorithm 1), and the same question under TSO and PSO.
#pragma once

#include <cstdint>
#include <vector>

#include "consistency/queue_search.h"

namespace overtake::consistency {

class VerifyGood : QueueSearch<VerifyGood> {
 public:
  Outcome run(const Instance& instance, const GoodWrites& good_writes,
              const Constraints* constraints, const Ranks& ranks, Budget& budget, Witness& witness);

 private:
  friend DepthFirst;

  void start(const GoodWrites& good_writes);
  void build_classes(const GoodWrites& good_writes);
  Move descend(Budget& budget);
  bool attempt(std::uint32_t candidate);
  bool advance(std::uint32_t thread);
  bool try_atomic(std::uint32_t at);
  bool ready(std::uint32_t at) const;
  std::uint32_t skip_empty_queues();
  bool may_flush(std::uint32_t queue) const;
  bool is_dead_flush(std::uint32_t queue) const;
  bool is_dead_atomic(std::uint32_t at) const;
  bool good(std::uint32_t event, std::uint32_t write) const;
  bool wanted(std::uint32_t write) const;
  void flush(std::uint32_t queue);
  void put(std::uint32_t location, std::uint32_t write);
  void obtain(std::uint32_t event);
  void leave(std::uint32_t at);
  void note_demands();
  std::uint64_t urgency(std::uint32_t candidate) const;
  Hash128 key() const;

  bool held(std::uint32_t location) const { return cells_[critical_ + location] != 0; }

  // Where in cells_: by location the number of critical classes; by class the reads that still
  // want it and its writes that are not in memory; a queue before which all are empty.
  std::size_t critical_ = 0, reads_ = 0, missing_ = 0, first_queue_ = 0;
  // A class: reads of one location with one set of good writes.
  std::vector<std::uint32_t> class_location_;
  std::vector<std::uint32_t> read_class_;    // by event
  std::vector<std::uint32_t> classes_head_;  // by write: the classes it is in
  std::vector<Link> links_;
  std::vector<std::uint32_t> class_reads_, class_missing_, class_of_;
  std::vector<std::uint32_t> demand_;  // by queue: the rank of the most urgent step it blocks
};

}  // namespace overtake::consistency
