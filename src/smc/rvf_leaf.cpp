// The end of an execution: whether it is one, what is wrong with it, and who is told.
#include <algorithm>

#include "smc/class_names.h"
#include "smc/round_changes.h"
#include "smc/rvf_explorer.h"

namespace overtake::smc {

// A maximal execution: no thread can read any more, or those that can may as well wait for ever,
// since what memory holds at the end of some run lets them iterate without effect. False: it is
// none.
bool RvfExplorer::finish_leaf() {
  std::vector<ThreadId> waiting;
  bool enters = false;
  for (std::size_t i = 0; i < pending_.size(); ++i) {
    const ThreadId t{i};
    enters = enters || pending_[i].next == Next::Enters;
    if (pending_[i].next == Next::Chooses) return false;
    if (pending_[i].next != Next::Reads) continue;
    if (!waits_.may_wait(t)) return false;
    waiting.push_back(t);
  }
  if (enters) {
    section_errors_.judge_before_sections();
    return false;
  }
  std::optional<Stuck> stuck;
  if (!waiting.empty()) {
    stuck = hangs_.find_stuck(waiting);
    if (!stuck) {
      put_backs_.demand_unseen_after_looks(waiting);
      return false;
    }
    if (attempts_after_look(*stuck)) return false;
  }
  put_backs_.demand_unseen_rounds();
  const std::uint64_t stands_for = equal_ ? equal_->count(stuck.has_value()) : 1;
  if (stands_for == 0) return false;
  if (!lifetimes_.judge()) {
    endings_.errors().count(memory::Ending::Complete, stands_for);
    return true;
  }
  // Threads that wait for ever for what is gone look at it: that is the error.
  if (lifetimes_.judge_waiting() || (stuck && looks_at_what_ended(*stuck))) {
    if (!progress_.stopped()) round_lifetimes_.judge();
    endings_.errors().count(memory::Ending::Complete, stands_for);
    return true;
  }
  endings_.finish(*this, stands_for, stuck ? &*stuck : nullptr);
  if (wanted_races_ != nullptr && !progress_.stopped()) wanted_races_->check();
  judge_ways_to_hang(waiting, std::move(stuck));
  if (!options_.races && !progress_.stopped()) round_lifetimes_.judge();
  if (on_execution) on_execution(execution_.schedule_of(sigma_), execution_.names());
  if (on_class) on_class(reads_from_class(execution_, &instance_));
  return true;
}

// Whether a thread that iterates for ever makes attempts that are taken back, and has not come to
// one yet: whether others see them is asked where it has done what it looks at before (below, or in
// a node that was explored already), and so is the hang.
bool RvfExplorer::attempts_after_look(const Stuck& stuck) const {
  return std::ranges::any_of(stuck.threads, [&](const exec::Thread& thread) {
    return thread.supposes() && !is_attempt(execution_.thread(thread.id()));
  });
}

// Only what threads look at in their last iterations counts: they repeat these for ever.
bool RvfExplorer::looks_at_what_ended(const Stuck& stuck) const {
  const auto& ended = execution_.lifetimes().ended();
  const auto has_ended = [&](const auto& looked) {
    const SlotId object = execution_.object_at(looked.address, looked.size).slot;
    return std::ranges::find(ended, object, &std::pair<SlotId, Position>::first) != ended.end();
  };
  return !ended.empty() && std::ranges::any_of(stuck.threads, [&](const exec::Thread& thread) {
    return thread.status() == exec::Status::Spinning
               ? std::ranges::any_of(thread.spin_reads(), has_ended)
               : thread.ready() && thread.next().is_access() && has_ended(thread.next());
  });
}

// `stuck`, which has been judged, and the others.
void RvfExplorer::judge_ways_to_hang(std::span<const ThreadId> waiting,
                                     std::optional<Stuck> stuck) {
  for (std::vector<Stuck> known; stuck;) {
    if (on_stuck) on_stuck(*stuck);
    known.push_back(std::move(*stuck));
    stuck.reset();
    if (!progress_.stopped()) stuck = hangs_.find_stuck(waiting, known);
    if (stuck) endings_.judge_other_way(*stuck);
  }
}

}  // namespace overtake::smc
