// Work sharing: several explorers work on one exploration.
//
// An explorer hands over parts of its tree as work items, values that say how to get there and what
// is left to do there. What several explorers have to agree on is shared: of a node of RF
// exploration, which mutations it knows; of a node of RVF exploration, which of its values are
// still being explored. Both are Shared, and a work item says which of them it refers to.
//
// The pool hides what the other explorers are: threads (team.h), or processes on many machines.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "memory/schedule.h"

namespace overtake::smc {

class KnownSet;
class KnownByAll;
class WorkPool;

class Shared {
 public:
  virtual ~Shared() = default;
};

struct WorkItem {
  std::vector<std::uint32_t> words;
  std::vector<std::shared_ptr<Shared>> shared;  // the words refer to these by number
};

class Explorer {
 public:
  virtual ~Explorer() = default;

  // Starts with the program, or where `resume` was told, and explores until nothing is left or it
  // has to stop: CheckResult::finished tells. Without a pool that is the whole exploration.
  virtual void explore() = 0;

  // --- for pools
  virtual void join(WorkPool& pool) = 0;
  // Where to start. False: there is nothing to do, since the item is empty or the exploration was
  // stopped.
  virtual bool resume(const WorkItem& item) = 0;
  // Gives work to the pool, if there is some to spare.
  virtual void share_work() = 0;
  // Between two executions: everything that is left to do.
  virtual WorkItem rest() const = 0;
  // The answer to a claim (KnownByAll::claim).
  virtual void settle(std::uint64_t claim, bool granted) = 0;
  virtual double estimated_executions() const = 0;  // in all; 0: no idea
  // Once, at the end: what is said of the whole exploration.
  virtual void conclude() = 0;
};

class WorkPool {
 public:
  virtual ~WorkPool() = default;

  // An explorer is idle.
  virtual bool wants_work() = 0;
  virtual void give(WorkItem item) = 0;
  // Work that others depend on, whether or not a worker is idle: it stays in this process.
  virtual void keep(WorkItem item) = 0;

  // What a node knows, shared from now on by all explorers below it.
  virtual std::shared_ptr<KnownByAll> share(const KnownSet& known) = 0;

  // Called by explorers between two executions, when everything that is left is in rest().
  virtual void at_rest(Explorer& explorer) = 0;
  // Nothing to do until an answer comes.
  virtual void wait(Explorer& explorer) = 0;
  // The exploration ends.
  virtual bool stopped() const = 0;
  virtual void stop() = 0;

  // The number of a finished execution among those of all, from 1.
  virtual std::uint64_t count_execution() = 0;
  // Thread ids are part of addresses and of what is shared, so that all have to use the same ones:
  // makes `names` know the name, and all that others know.
  virtual void learn(memory::ThreadNames& names, ThreadId parent, std::uint32_t number) = 0;
};

}  // namespace overtake::smc
