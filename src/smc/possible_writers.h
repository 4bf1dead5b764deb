// Which threads of an exploration may write a location at all (possible_writes.h), asked for again
// and again. The analysis is made when it is first needed; it has ids of its own for threads that
// were met later.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "smc/current_execution.h"
#include "smc/possible_writes.h"

namespace overtake::smc {

class PossibleWriters {
 public:
  // `redundant`: how many nodes were, which grows; it is worth knowing from `patience` on.
  PossibleWriters(const CurrentExecution& execution, const std::uint64_t& redundant,
                  std::uint64_t patience)
      : execution_(execution), redundant_(redundant), patience_(patience) {}

  bool worth_knowing() const { return redundant_ >= patience_; }
  // Makes the analysis, or adds the threads that were met since. False: it is not worth it yet, or
  // it gave up, and nothing is known.
  bool know();

  // Threads by their ids in the analysis: how many there are, the thread in the exploration (none:
  // not met yet), and back (none: not known).
  std::size_t count() const { return possible_writes_->names().size(); }
  ThreadId met_as(ThreadId id) const {
    return id.index() < met_as_.size() ? met_as_[id.index()] : ThreadId::none();
  }
  ThreadId id_of(ThreadId t) const {
    return t.index() < ids_.size() ? ids_[t.index()] : ThreadId::none();
  }
  bool may_write(ThreadId id, std::uint32_t location);

 private:
  const CurrentExecution& execution_;
  const std::uint64_t& redundant_;
  const std::uint64_t patience_;
  std::optional<PossibleWrites> possible_writes_;
  std::vector<ThreadId> ids_;               // by thread
  std::vector<ThreadId> met_as_;            // by id
  std::size_t met_ = 0;                     // how many threads these know
  std::vector<std::vector<bool>> writers_;  // by location and id, as far as asked for
};

}  // namespace overtake::smc
