// The store buffers of a model as FIFO queues: one per thread under TSO, one per thread and
// location under PSO, none under SC. For the searches that walk the machine itself.
#pragma once

#include <cstdint>
#include <vector>

#include "consistency/instance.h"

namespace overtake::consistency {

struct Queues {
  std::vector<std::uint32_t> begin;         // queues + 1, in `writes`
  std::vector<std::uint32_t> writes;        // oldest first
  std::vector<std::uint32_t> own_buffered;  // by step: the last own buffer-write to the location of
                                            // a read or a partial drain before it; kNone if none

  std::uint32_t count() const { return static_cast<std::uint32_t>(begin.size() - 1); }
  void build(const Instance& instance);

 private:
  struct Own {
    std::uint32_t thread;
    std::uint32_t write;
  };
  std::vector<Own> own_;
};

}  // namespace overtake::consistency
