// Work sharing: RVF exploration in tasks.
//
// The values of a node's read are explored independently of each other: a child's subtree depends
// on the nodes above it only by their causal maps, which stay as they are meanwhile. The result is
// which nodes were signalled to, and that decides what the node does when all its values are
// explored. So values can be given away, and their owner waits for them at a Join (join.h).
// Everything below a node is a function of the node: the executions are the same, whichever worker
// explores them.
//
// A task is the stack of nodes, each with the value that leads to the next one. Executing it again
// gives τ and everything that is in it: extensions are determined by what comes before them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/words.h"
#include "smc/join.h"
#include "smc/progress.h"
#include "smc/rvf_instance.h"
#include "smc/rvf_node.h"

namespace overtake::smc {

class RvfTasks {
 public:
  RvfTasks(const CurrentExecution& execution, const RvfInstance& instance, RvfStack& stack,
           Progress& progress, CheckResult& result)
      : execution_(execution),
        instance_(instance),
        stack_(stack),
        progress_(progress),
        result_(result) {}

  // Nodes keep all their reads and values, for equal threads.
  void keep_turns() { with_turns_ = true; }

  // --- giving work away
  // The values of the shallowest node that has some left. Its owner keeps something to do.
  // `always`: however few executions there may be.
  void share(bool always);
  // All values of the node's read are explored, or given away. False: this explorer does not
  // continue with the node; the last of those that explore values below it will.
  bool await_values(RvfNode& node);
  WorkItem rest() const { return pack(stack_.depth, true); }

  // --- how much there is
  // The node on top is left.
  void note_left();
  double estimated_executions() const;

  // --- reading a task, in this order: its beginning; each node, with how its child is reached;
  // what other tasks found out, if it waited for them
  std::uint32_t get_begin(WordReader& in, const WorkItem& item);  // how many nodes
  void get_node(WordReader& in, const WorkItem& item, RvfNode& node) const;
  struct Child {
    std::uint32_t choice = 0;
    std::vector<Position> good;
    consistency::ReadParts parts;
    StepOrder order;  // up to its first event
  };
  Child get_child(WordReader& in) const;
  void get_report(WordReader& in);

 private:
  static constexpr std::uint64_t kWorthGiving = 100;  // executions
  std::uint64_t explored_below(std::uint32_t index) const;
  double guess_from_nodes(bool other_reads) const;
  void give(std::uint32_t index, std::size_t groups);
  void report_to_join_point();
  bool rejoin(RvfNode& node);
  WorkItem pack(std::uint32_t nodes, bool everything) const;
  void put_node(WordWriter& out, WorkItem& item, const RvfNode& node, bool everything,
                bool with_groups) const;
  void put_child(WordWriter& out, std::uint32_t index) const;
  void put_group(WordWriter& out, const RvfGroup& group) const;
  RvfGroup get_group(WordReader& in) const;

  const CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  const bool careful_ = execution_.rules().careful;
  const RvfInstance& instance_;
  RvfStack& stack_;
  Progress& progress_;
  CheckResult& result_;
  bool with_turns_ = false;
  std::shared_ptr<JoinPoint> join_point_;  // of the task; none: the whole exploration
  std::uint32_t base_ = 0;                 // ... the last of the first so many nodes
  // By depth: executions below the last node that was left there.
  std::vector<std::uint64_t> last_size_;
};

}  // namespace overtake::smc
