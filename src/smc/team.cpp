#include "smc/team.h"

#include <algorithm>
#include <system_error>
#include <tuple>

#include "base/stopwatch.h"
#include "smc/checkpoint.h"
#include "smc/known_set.h"

namespace overtake::smc {

namespace {

constexpr std::size_t kStackBytes = std::size_t{1} << 30;

constexpr std::uint32_t kRests = 64;
constexpr int kEstimates = 30;  // one in so many moments goes into estimates ...
constexpr std::chrono::microseconds kShortWhile{500};
constexpr std::chrono::microseconds kLastGuess{200'000};  // ... and this at the end

std::uint64_t all_of(const CheckResult::Executions& e) {
  return e.complete + e.blocked + e.bounded;
}

void add(CheckResult::Executions& sum, const CheckResult::Executions& part) {
  sum.complete += part.complete;
  sum.blocked += part.blocked;
  sum.bounded += part.bounded;
  sum.redundant += part.redundant;
}

void add(Statistics& sum, const Statistics& part) {
  sum.events += part.events;
  sum.mutations += part.mutations;
  sum.known += part.known;
  sum.taken += part.taken;
  sum.by_order += part.by_order;
  sum.by_greedy += part.by_greedy;
  sum.by_closure += part.by_closure;
  sum.by_search += part.by_search;
  sum.by_inspection += part.by_inspection;
  sum.search_states += part.search_states;
  sum.closure_edges += part.closure_edges;
  sum.planned_peak += part.planned_peak;
  sum.transfers += part.transfers;
  sum.bytes_moved += part.bytes_moved;
  sum.claims += part.claims;
  sum.idle_seconds += part.idle_seconds;
  sum.executing_seconds += part.executing_seconds;
  sum.mutating_seconds += part.mutating_seconds;
  sum.verifying_seconds += part.verifying_seconds;
}

bool same_pair(const FoundRace& a, const FoundRace& b) {
  return (a.first.source == b.first.source && a.second.source == b.second.source) ||
         (a.first.source == b.second.source && a.second.source == b.first.source);
}

}  // namespace

void add(CheckResult& sum, CheckResult part) {
  add(sum.executions, part.executions);
  add(sum.visited, part.visited);
  sum.symmetry.counted = sum.symmetry.counted && part.symmetry.counted;
  add(sum.statistics, part.statistics);
  sum.estimate += part.estimate;
  for (FoundError& e : part.errors) {
    const auto known = std::ranges::find_if(sum.errors, [&](const FoundError& o) {
      return o.error.kind == e.error.kind && o.place == e.place;
    });
    if (known == sum.errors.end())
      sum.errors.push_back(std::move(e));
    else
      known->executions += e.executions;
  }
  for (FoundRace& r : part.races)
    if (std::ranges::none_of(sum.races, [&](const FoundRace& o) { return same_pair(o, r); }))
      sum.races.push_back(std::move(r));
  for (const ir::SourceId loop : part.bounded_loops)
    if (std::ranges::find(sum.bounded_loops, loop) == sum.bounded_loops.end())
      sum.bounded_loops.push_back(loop);
  if (part.repeated && (!sum.repeated || sum.repeated->times < part.repeated->times))
    sum.repeated = part.repeated;
  sum.races_checked = sum.races_checked || part.races_checked;
  // An error that was found says more than that others were stopped.
  if (!sum.unfinished || part.unfinished.limit == Limit::FirstError)
    if (part.unfinished) sum.unfinished = part.unfinished;
}

void sort_findings(CheckResult& result) {
  std::ranges::sort(result.errors, {},
                    [](const FoundError& e) { return std::tuple(e.place.value, e.error.kind); });
  std::ranges::sort(result.races, {}, [](const FoundRace& r) {
    return std::tuple(std::min(r.first.source.value, r.second.source.value),
                      std::max(r.first.source.value, r.second.source.value));
  });
  std::ranges::sort(result.bounded_loops, {}, [](ir::SourceId s) { return s.value; });
}

Team::Team(const CheckOptions& options, MakeExplorer make, std::unique_ptr<Estimator> estimator)
    : options_(options), make_(std::move(make)), estimator_(std::move(estimator)) {}

Team::~Team() = default;

void Team::explore(CheckResult& result) {
  Worker* first = nullptr;
  if (options_.resume != nullptr) {
    so_far_ = options_.resume->so_far;
    names_ = options_.resume->names;
    const auto& n = so_far_.executions;
    executions_ = n.complete + n.blocked + n.bounded;
    // All items wait before one is taken up: a checkpoint must not miss any.
    const std::vector<WorkItem>& items = options_.resume->items;
    in_flight_ = static_cast<std::uint32_t>(items.size());
    {
      const std::lock_guard lock(mutex_);
      items_.assign(items.begin(), items.end());
    }
    if (items.size() > 1) start_threads();
  } else {
    running_ = 1;
    work(first, nullptr);
  }
  help(first);
  threads_.clear();
  const std::lock_guard lock(mutex_);
  if (thrown_) std::rethrow_exception(thrown_);
  result.finished = !stopped();
  for (const std::unique_ptr<Worker>& w : workers_) {
    w->result.finished = result.finished;
    w->explorer->conclude();
    add(result, std::move(w->result));
  }
  const std::uint64_t before = all_of(so_far_.executions);
  add(result, std::move(so_far_));
  result.statistics.transfers += transfers_;
  result.statistics.idle_seconds += idle_seconds_;
  if (result.finished) return;
  if (estimator_ && result.unfinished.limit != Limit::FirstError) estimator_->work(kLastGuess);
  estimate(result, before);
}

Team::Worker& Team::new_worker() {
  auto made = std::make_unique<Worker>();
  Worker& worker = *made;
  worker.options = options_;
  if (options_.progress)
    worker.options.progress = [this, w = &worker](const CheckResult&) { show_progress(*w); };
  worker.explorer = make_(worker.options, worker.result);
  worker.explorer->join(*this);
  const std::lock_guard lock(mutex_);
  workers_.push_back(std::move(made));
  return worker;
}

void Team::work(Worker*& me, const WorkItem* item) {
  try {
    if (me == nullptr) me = &new_worker();
    if (item == nullptr || me->explorer->resume(*item)) me->explorer->explore();
  } catch (...) {
    stop();
    const std::lock_guard lock(mutex_);
    if (!thrown_) thrown_ = std::current_exception();
  }
  const std::lock_guard lock(mutex_);
  --running_;
  if (--in_flight_ == 0) changed_.notify_all();
  save_if_all_rest();
}

// Takes up items until nothing is left to do.
void Team::help(Worker* me) {
  while (const std::optional<WorkItem> item = next_item()) work(me, &*item);
}

// Waits for one; none: nothing is left to do.
std::optional<WorkItem> Team::next_item() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (stopped()) {
      in_flight_ -= static_cast<std::uint32_t>(items_.size());
      items_.clear();
    }
    if (in_flight_ == 0) {
      changed_.notify_all();
      return std::nullopt;
    }
    // A task that has left the queue is in no rest() yet.
    if (!pausing_ && !items_.empty()) break;
    const Stopwatch timer(true, idle_seconds_);
    changed_.wait(lock);
  }
  std::optional<WorkItem> item = std::move(items_.front());
  items_.pop_front();
  ++running_;
  ++transfers_;
  return item;
}

bool Team::wants_work() {
  // Instances are written down one after the other.
  if (options_.on_instance) return false;
  if (in_flight_.load(std::memory_order_relaxed) >= options_.jobs) return false;
  return many_ || std::chrono::steady_clock::now() - start_ >= options_.alone;
}

void Team::give(WorkItem item) {
  ++in_flight_;
  {
    const std::lock_guard lock(mutex_);
    items_.push_back(std::move(item));
  }
  if (!many_) start_threads();
  changed_.notify_one();
}

void Team::start_threads() {
  many_ = true;
  try {
    for (std::uint32_t i = 1; i < options_.jobs; ++i)
      threads_.push_back(std::make_unique<DeepThread>(kStackBytes, [this] { help(nullptr); }));
  } catch (const std::system_error&) {
    // Those there are do it all.
  }
}

std::shared_ptr<KnownByAll> Team::share(const KnownSet& known) {
  return std::make_shared<SharedKnown>(known);
}

// With checkpoints, a stop from outside waits for the last one.
bool Team::stopped() const {
  if (stop_.load(std::memory_order_relaxed)) return true;
  return !options_.save && options_.stop != nullptr &&
         options_.stop->load(std::memory_order_relaxed);
}

bool Team::save_due() const {
  return (options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed)) ||
         std::chrono::steady_clock::now() - last_save_ >= options_.save_every;
}

// Now and then: at most one in kEstimates of the time.
void Team::estimate_a_little() {
  const std::unique_lock lock(estimating_, std::try_to_lock);
  if (!lock) return;
  const auto begin = std::chrono::steady_clock::now();
  if (estimated_for_ * kEstimates > begin - start_) return;
  estimator_->work(kShortWhile);
  estimated_for_ += std::chrono::steady_clock::now() - begin;
}

// There are more than have been visited. The time that is left is that of the rest, at the pace of
// this run; `before`: what was done in earlier ones.
void Team::estimate(CheckResult& result, std::uint64_t before) const {
  const auto done = static_cast<double>(all_of(result.executions));
  // Explorers that visit equal threads once do not know how much of their tree is left out.
  const bool once =
      options_.equivalence == Equivalence::RfEqual || options_.equivalence == Equivalence::RvfEqual;
  if (once) result.estimate = 0;
  if (result.estimate > 0) result.estimate += static_cast<double>(before);  // done by no explorer
  if (estimator_ && result.symmetry.counted)
    result.estimate = estimator_->executions(result.estimate, done);
  if (result.estimate == 0) return;
  result.estimate = std::max(result.estimate, done + 1);
  const double now = done - static_cast<double>(before);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start_;
  if (now > 0) result.seconds_left = seconds.count() / now * (result.estimate - done);
}

void Team::at_rest(Explorer& explorer) {
  if (estimator_ && rests_.fetch_add(1, std::memory_order_relaxed) % kRests == kRests - 1)
    estimate_a_little();
  if (options_.save && (pausing_.load(std::memory_order_relaxed) || save_due())) pause(explorer);
}

void Team::pause(const Explorer& explorer) {
  std::unique_lock lock(mutex_);
  if (stop_) return;
  pausing_ = true;
  paused_.push_back(&explorer);
  const std::uint64_t saves = saves_;
  save_if_all_rest();
  saved_.wait(lock, [&] { return saves_ != saves; });
}

// The last one to come to rest, or to end, writes the checkpoint for all.
void Team::save_if_all_rest() {
  if (!pausing_ || paused_.size() != running_) return;
  if (!stop_) {
    const bool last = options_.stop != nullptr && *options_.stop;
    try {
      Snapshot snapshot;
      snapshot.equivalence = options_.equivalence;
      snapshot.names = names_;
      snapshot.so_far = so_far_;
      snapshot.so_far.statistics.transfers += transfers_;
      for (const std::unique_ptr<Worker>& w : workers_) add(snapshot.so_far, w->result);
      for (const Explorer* e : paused_) snapshot.items.push_back(e->rest());
      for (const WorkItem& item : items_) snapshot.items.push_back(item);
      options_.save(snapshot);
    } catch (...) {
      if (!thrown_) thrown_ = std::current_exception();
      stop();
    }
    if (last) stop();
  }
  last_save_ = std::chrono::steady_clock::now();
  paused_.clear();
  pausing_ = false;
  ++saves_;
  saved_.notify_all();
  changed_.notify_all();
}

void Team::learn(memory::ThreadNames& names, ThreadId parent, std::uint32_t number) {
  const std::lock_guard lock(mutex_);
  names_.child(parent, number);
  names = names_;
}

void Team::show_progress(const Worker& worker) {
  const std::lock_guard lock(mutex_);
  auto own = std::ranges::find(progress_, &worker, [](const auto& p) { return p.first; });
  if (own == progress_.end()) own = progress_.emplace(progress_.end(), &worker, Progress{});
  own->second = {worker.result.executions, worker.result.errors.size(), worker.result.estimate};
  CheckResult sum;
  add(sum.executions, so_far_.executions);
  std::size_t errors = 0;
  for (const auto& [w, p] : progress_) {
    add(sum.executions, p.executions);
    sum.estimate += p.estimate;
    errors = std::max(errors, p.errors);
  }
  sum.errors.resize(errors);
  if (const std::unique_lock guess(estimating_, std::try_to_lock); guess)
    estimate(sum, all_of(so_far_.executions));
  options_.progress(sum);
}

}  // namespace overtake::smc
