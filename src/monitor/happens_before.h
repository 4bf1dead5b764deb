// Happens-before of an SC execution, online: vector clocks (MONITOR §5).
//
// An event comes after what its thread did before, after the last write to its location and, if it
// writes, after the reads since then. Threads also hand clocks over explicitly, through channels:
// spawn, join, barriers, wake-ups. Every call costs O(P) for P threads; only the clocks of threads,
// locations and channels are kept, none of events.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "trace/execution.h"

namespace overtake::monitor {

using ChannelId = Id<struct ChannelTag>;

class HappensBefore {
 public:
  // `e` happens: it is from now on the last event of its thread.
  void add(const Event& e);
  // What `thread` has done so far comes before what is done after `acquire`.
  void release(ThreadId thread, ChannelId channel);
  void acquire(ThreadId thread, ChannelId channel);

  // How many events of `other` happen before or are the last event of `thread`.
  std::uint32_t seen(ThreadId thread, ThreadId other) const {
    return thread.index() < threads_.rows && other.index() < threads_.width
               ? threads_.row(thread.index())[other.index()]
               : 0;
  }
  // How many events `thread` has done.
  std::uint32_t count(ThreadId thread) const { return seen(thread, thread); }
  // `seen` for all others at once; may be shorter than the number of threads.
  std::span<const std::uint32_t> clock(ThreadId thread) const;

 private:
  // Rows of equal width, one clock each.
  struct Clocks {
    std::vector<std::uint32_t> data;
    std::size_t rows = 0;
    std::size_t width = 4;

    std::uint32_t* row(std::size_t r) { return data.data() + r * width; }
    const std::uint32_t* row(std::size_t r) const { return data.data() + r * width; }
    void reach(std::size_t row_count, std::size_t new_width);
  };
  void know(ThreadId thread);
  static void join(std::uint32_t* into, const std::uint32_t* from, std::size_t width);

  Clocks threads_;
  Clocks writes_;  // by location: its last write
  Clocks reads_;   // by location: its reads
  Clocks channels_;
};

}  // namespace overtake::monitor
