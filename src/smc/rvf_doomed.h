// Doomed nodes: a read that, by its causal map, waits for a write that can never come.
//
// Such a read is enabled, so every maximal execution has it, unless its thread may wait for ever in
// a loop, be it because of what is yet to be written; and by its causal map it obtains a write that
// the node does not have. If no thread that can still move may write its location, there is no such
// execution below the node, and the node need not be looked at. Two threads with a lock each would
// otherwise go through all orders at the second lock for each order at the first.
//
// Below such a node there may be ends in which a thread waits at an attempt after a look, which are
// no executions either but have to be looked at (PutBacks::demand_unseen_after_looks): then no node
// is left out.
//
// What the exploration below the node would have signalled has to be signalled nevertheless (lemma
// 1 counts on it); since it was not run, everything is signalled that those threads may write.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "smc/possible_writers.h"
#include "smc/put_backs.h"
#include "smc/rvf_node.h"
#include "smc/rvf_sections.h"
#include "smc/rvf_signals.h"
#include "smc/rvf_waits.h"

namespace overtake::smc {

class RvfDoomed {
 public:
  RvfDoomed(CurrentExecution& execution, const RvfStack& stack, const RvfSections& sections,
            RvfWaits& waits, const PutBacks& put_backs, PossibleWriters& writers,
            RvfSignals& signals)
      : execution_(execution),
        stack_(stack),
        sections_(sections),
        waits_(waits),
        put_backs_(put_backs),
        writers_(writers),
        signals_(signals) {}

  // Whether the node of τ with the causal map of `node`, in which the threads do that next, is
  // doomed. Then what it would have signalled is.
  bool is_doomed(const RvfNode& node, std::span<const RvfPending> pending);
  // Whether some read of the node would wait for nothing if its current thread did nothing more.
  bool depends_on_current(const RvfNode& node);
  // Whether that thread stops if it reads that: then the child is doomed, and not worth a witness.
  bool is_child_doomed(RvfNode& node, const RvfGroup& group);

 private:
  struct Waiting {
    ThreadId thread;
    std::uint32_t location = 0;
  };
  bool waits_for_new_write(ThreadId t, const RvfPending& read, const RvfNode& map);
  bool move_on(const std::function<bool(const Waiting&)>& waits_no_more);
  bool waits_for_nothing(const RvfNode& node, std::span<const RvfPending> pending,
                         ThreadId without);

  CurrentExecution& execution_;
  const Trace& trace_ = execution_.trace();
  const RvfStack& stack_;
  const RvfSections& sections_;
  RvfWaits& waits_;
  const PutBacks& put_backs_;
  PossibleWriters& writers_;
  RvfSignals& signals_;

  // Scratch of waits_for_nothing().
  std::vector<Waiting> waiting_;
  std::vector<ThreadId> moving_;
};

}  // namespace overtake::smc
