// Equal threads once: of all executions that differ only in which of the equal threads did what,
// the first in the order of the exploration is visited.
//
// Without this, each execution C has one path through the tree of nodes: at a node, the first of
// its reads that obtains a write of the node, and its value. So has each renaming gC, and it can be
// read off C: what a thread t does in gC, the thread that g maps to t does in C. Where the two
// paths part, the one whose read is taken up earlier, or whose value is, comes earlier. A value for
// which some exchange of two threads makes every execution below it come earlier is not explored
// (`has_earlier`); at the end of an execution, all renamings are compared (`count`), which also
// tells how many there are.
//
// What would have been signalled from below a value that is not explored, is signalled from the
// earlier place, too, as long as the paths are the same and the node's own thread is not exchanged.
// All other nodes take it for signalled.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "smc/equal_groups.h"
#include "smc/rvf_instance.h"
#include "smc/rvf_node.h"

namespace overtake::smc {

class Renamings {
 public:
  Renamings(const CurrentExecution& execution, const RvfInstance& instance, RvfStack& stack,
            const EqualGroups& equal)
      : execution_(execution), instance_(instance), stack_(stack), equal_(equal) {}

  // Whether every execution in which the node's read obtains that has a renaming that comes
  // earlier.
  bool has_earlier(const RvfGroup& group);
  // At the end of an execution: how many renamings it has, itself included; 0: one of them comes
  // earlier. `counted` is false if it has an unknown number.
  std::uint64_t count(bool& counted);

 private:
  struct Renaming {
    std::vector<ThreadId> image;  // by thread; none: not decided yet
    std::vector<ThreadId> preimage;
    std::vector<ThreadId> moved;  // if all are decided: those that have another image
    ThreadId wanted;              // whose image, or preimage, has to be known to continue
    bool wants_image = false;
    void exchange(ThreadId a, ThreadId b);
  };
  enum class Answer : std::uint8_t { No, Yes, Unknown, Open };
  enum class Way : std::uint8_t { Earlier, Same, Later, Unknown, Open };
  struct Orbit {
    std::vector<ThreadId> twin;  // by thread: the first that can be exchanged with it
    std::uint64_t same = 0;      // renamings that change nothing, up to twins
    std::uint64_t steps = 0;
    bool counted = true;
  };

  bool find_obtained(ThreadId t, std::uint32_t index, const RvfGroup* next);
  static std::optional<std::size_t> find_value(const RvfNode& node, Position write,
                                               std::uint32_t choice);
  Answer reads_from_node(std::uint32_t level, ThreadId t, Renaming& g, const RvfGroup* next,
                         bool complete);
  Way compare_at(std::uint32_t level, Renaming& g, const RvfGroup* next, bool complete);
  Way compare(Renaming& g, const RvfGroup* next, bool complete, std::uint32_t& level);
  void start(Renaming& g) const;
  std::uint64_t orbit_size(const Orbit& orbit, bool& counted) const;
  static bool leaves_room(const Renaming& g, const Orbit& orbit, std::span<const ThreadId> equals,
                          ThreadId from, ThreadId to);
  bool search(Renaming& g, std::uint32_t level, Orbit& orbit);

  const CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  const RvfInstance& instance_;
  RvfStack& stack_;
  const EqualGroups& equal_;

  // Scratch.
  std::vector<std::vector<ThreadId>> groups_;
  Renaming renaming_;
  struct Obtained {
    std::vector<Position> good;
    std::uint32_t choice = 0;
  } obtained_;
};

}  // namespace overtake::smc
