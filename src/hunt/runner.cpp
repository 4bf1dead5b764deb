#include "hunt/runner.h"

#include <algorithm>
#include <cmath>

namespace overtake::hunt {

using memory::Step;

namespace {

// A run of so many steps does not end any more.
constexpr std::size_t kLongestRun = 50'000;
// A run that is longer than usual by this factor is led by chance from then on: a runner with a
// high priority may keep all others from ending a loop.
constexpr double kUnusual = 4;

}  // namespace

// Few changes are tried most often: most bugs need few.
void Runner::draw_rule() {
  order_.clear();
  changes_.clear();
  met_ = 0;
  demoted_ = 0;
  lets_spin_ = false;
  const std::uint32_t which = random_.below(8);
  rule_ = which == 0                          ? Rule::Chance
          : which <= 3 && model_ != Model::SC ? Rule::DelayedStores
                                              : Rule::Priorities;
  std::uint32_t changes = 0;
  while (changes < 8 && random_.chance(55)) ++changes;
  const auto length = static_cast<std::uint32_t>(std::ceil(usual_length_));
  for (std::uint32_t i = 0; i < changes; ++i) changes_.push_back(random_.below(length));
  std::ranges::sort(changes_);
}

smc::ClassName Runner::Run::class_name() const {
  smc::ClassSum sum;
  for (std::size_t t = 0; t < histories.size(); ++t)
    if (machine.exists(ThreadId{t})) sum.add(machine.names().identity(ThreadId{t}), histories[t]);
  return sum.name();
}

Runner::Run Runner::next() {
  draw_rule();
  Run run{.machine = memory::Machine(executor_, {model_}, names_)};
  Step step;
  for (std::size_t change = 0; pick(run, step);) {
    while (change < changes_.size() && changes_[change] <= run.schedule.size()) {
      ++change;
      demote({step.thread, step.drain});
      pick(run, step);
    }
    take(run, step);
    if (run.failed) break;
    if (run.schedule.size() >= kLongestRun) {
      run.given_up = true;
      break;
    }
    if (rule_ != Rule::Chance &&
        static_cast<double>(run.schedule.size()) > kUnusual * usual_length_ + 256)
      rule_ = Rule::Chance;
  }
  names_ = run.machine.names();
  if (!run.given_up && !run.failed)
    usual_length_ += (static_cast<double>(run.schedule.size()) - usual_length_) / 16;
  return run;
}

// New threads and their buffers come in at random places, before those that have lost theirs.
void Runner::meet_threads(const Run& run) {
  const auto add = [&](const Candidate& c) {
    const auto places = static_cast<std::uint32_t>(order_.size() - demoted_ + 1);
    order_.insert(order_.begin() + random_.below(places), c);
  };
  for (; met_ < run.machine.thread_count(); ++met_) {
    add({ThreadId{met_}, false});
    if (model_ != Model::SC) add({ThreadId{met_}, true});
  }
}

bool Runner::can_go(const Run& run, const Candidate& c) {
  const memory::Machine& m = run.machine;
  if (!m.exists(c.thread)) return false;
  if (c.buffer) {
    if (m.buffer(c.thread).empty()) return false;
    drains_.clear();
    m.drains(c.thread, drains_);
    return !drains_.empty();
  }
  return m.alternatives(c.thread) > 0 && (lets_spin_ || !m.would_spin(c.thread));
}

// The candidate can go, and was the last that was asked.
Step Runner::step_of(const Run& run, const Candidate& c) {
  if (c.buffer) return drains_[random_.below(static_cast<std::uint32_t>(drains_.size()))];
  return {c.thread, false, 0, random_.below(run.machine.alternatives(c.thread))};
}

// The next runner; none: the run has ended. Threads that would only iterate without effect do so
// when there is nothing else to be done, so that the machine says how the run ended.
bool Runner::pick(const Run& run, Step& step) {
  if (met_ < run.machine.thread_count()) meet_threads(run);
  const bool delays = rule_ == Rule::DelayedStores;
  for (;;) {
    const std::size_t begin =
        rule_ == Rule::Chance ? random_.below(static_cast<std::uint32_t>(order_.size())) : 0;
    for (const bool late : {false, true}) {  // stores that are delayed come last
      for (std::size_t i = 0; i < order_.size() && (delays || !late); ++i) {
        const Candidate& c = order_[(begin + i) % order_.size()];
        if ((delays && c.buffer != late) || !can_go(run, c)) continue;
        step = step_of(run, c);
        return true;
      }
    }
    if (lets_spin_) return false;
    lets_spin_ = true;
  }
}

// It comes in at a random place among those that have lost their priority before: which of them is
// the lowest is drawn as well.
void Runner::demote(const Candidate& c) {
  const auto at = std::ranges::find_if(
      order_, [&](const Candidate& o) { return o.thread == c.thread && o.buffer == c.buffer; });
  if (at < order_.end() - demoted_) ++demoted_;
  order_.erase(at);
  order_.insert(order_.end() - random_.below(demoted_), c);
}

void Runner::take(Run& run, const Step& step) {
  run.schedule.push_back(step);
  const memory::Happened h = run.machine.execute(step);
  if (step.drain) return;
  const exec::Thread& thread = run.machine.thread(step.thread);
  run.failed = thread.status() == exec::Status::Failed &&
               std::ranges::find(ignored_, thread.error().kind) == ignored_.end();
  if (run.histories.size() < run.machine.thread_count())
    run.histories.resize(run.machine.thread_count());
  run.histories[step.thread.index()].note(run.machine, step, h);
}

}  // namespace overtake::hunt
