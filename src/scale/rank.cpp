#include "scale/rank.h"

#include <algorithm>
#include <thread>

#include "base/error.h"
#include "base/stopwatch.h"
#include "scale/rank_kinds.h"
#include "smc/needs.h"

namespace overtake::scale {

using smc::WorkItem;
using Clock = std::chrono::steady_clock;

namespace {

constexpr std::chrono::microseconds kNap{100};          // of a rank without work
constexpr std::chrono::microseconds kBetweenPolls{20};  // or more: asking takes a microsecond
constexpr std::uint32_t kMostRests = 1024;              // of fast explorers between two polls
constexpr std::chrono::milliseconds kPatience{2};       // of a rank that waits for work
constexpr std::chrono::milliseconds kBetweenGifts{1};   // so that giving is a small part of working

}  // namespace

Rank::Rank(Transport& transport, const smc::CheckOptions& options, const smc::MakeExplorer& make)
    : transport_(transport), options_(options), me_(transport.rank()), size_(transport.size()) {
  explorer_ = make(options_, mine_);
  explorer_->join(*this);
  victim_ = me_;
}

void Rank::explore(smc::CheckResult& result) {
  if (me_ == 0 && options_.resume != nullptr) {
    take_up(*options_.resume);
  } else if (me_ == 0) {
    work_on(nullptr);
  }
  while (!stop_ && !finished_) {
    if (!own_.empty() || !spare_.empty()) {
      std::deque<WorkItem>& from = own_.empty() ? spare_ : own_;
      const WorkItem item = std::move(from.front());
      from.pop_front();
      work_on(&item);
    } else {
      idle();
    }
  }
  gather(result);
}

void Rank::work_on(const WorkItem* item) {
  explorer_idle_ = false;
  try {
    if (item == nullptr || explorer_->resume(*item)) explorer_->explore();
  } catch (const smc::NeedsExhaustive& needs) {
    using Kind = Failure::Kind;
    fail({needs.careful    ? Kind::NeedsCare
          : needs.turns    ? Kind::NeedsTurns
          : needs.attempts ? Kind::NeedsAttempts
                           : Kind::NeedsExhaustive,
          needs.construct, needs.source.value});
  } catch (const smc::NeedsCausalMaps&) {
    fail({Failure::Kind::NeedsCausalMaps, ""});
  } catch (const LimitReached& limit) {
    fail({.kind = Failure::Kind::Limit, .limit = limit.limit});
  } catch (const InputError& error) {
    fail({Failure::Kind::Input, error.what()});
  } catch (const std::exception& error) {
    fail({Failure::Kind::Internal, error.what()});
  }
  explorer_idle_ = true;
}

// A rank without work: asks the others in turn, and listens.
void Rank::idle() {
  const Stopwatch timer(true, mine_.statistics.idle_seconds);
  poll();
  if (options_.save && save_due()) rest_for_checkpoint(nullptr);
  if (stopped()) return stop();
  if (resting_) return rest_for_checkpoint(nullptr);
  if (!own_.empty() || !spare_.empty() || finished_) return;
  answer_requests(true);
  if (!asked_ && size_ > 1) {
    do victim_ = (victim_ + 1) % size_;
    while (victim_ == me_);
    asked_ = true;
    send(victim_, Kind::WantWork);
  }
  if (me_ == 0) {
    begin_wave();
    if (settled_twice()) {
      finished_ = true;
      broadcast(Kind::Finish);
      return;
    }
  }
  nap();
}

void Rank::nap() const {
  if (options_.alone.count() == 0)
    std::this_thread::yield();
  else
    std::this_thread::sleep_for(kNap);
}

bool Rank::wants_work() {
  // A limit is for one to count, and instances are written down one after the other.
  if (options_.max_executions != 0 || options_.on_instance) return false;
  if (requests_.empty()) return false;
  if (options_.alone.count() == 0) return ++chances_ % 4 == 0;  // of the small work of tests
  return Clock::now() - last_given_ >= kBetweenGifts;
}

void Rank::give(WorkItem item) {
  if (requests_.empty()) return spare_.push_back(std::move(item));
  std::vector<std::uint32_t> words;
  WordWriter out(words);
  put_item(out, item);
  ++mine_.statistics.transfers;
  mine_.statistics.bytes_moved += 4 * words.size();
  send_counted(requests_.front(), Kind::Work, std::move(words));
  last_given_ = Clock::now();
  requests_.erase(requests_.begin());
}

// A rank that waits gets what is there; or, if nothing comes for a while, the advice to ask
// elsewhere.
void Rank::answer_requests(bool nothing_to_give) {
  while (!requests_.empty() && !spare_.empty()) {
    WorkItem item = std::move(spare_.front());
    spare_.pop_front();
    give(std::move(item));
  }
  if (requests_.empty() || (!nothing_to_give && Clock::now() - oldest_request_ < kPatience)) return;
  for (const std::uint32_t rank : requests_) send(rank, Kind::NoWork);
  requests_.clear();
}

void Rank::at_rest(smc::Explorer& explorer) {
  if (++rests_ < rests_until_poll_ && options_.alone.count() != 0) return;
  const Clock::time_point now = Clock::now();
  if (now - last_poll_ < kBetweenPolls)
    rests_until_poll_ = std::min(2 * rests_until_poll_, kMostRests);
  else if (now - last_poll_ > 4 * kBetweenPolls)
    rests_until_poll_ = std::max(rests_until_poll_ / 2, 1u);
  rests_ = 0;
  last_poll_ = now;
  poll();
  for (const auto& [claim, granted] : std::exchange(answers_, {})) explorer.settle(claim, granted);
  answer_requests(false);
  if (options_.save && (resting_ || save_due())) rest_for_checkpoint(&explorer);
}

void Rank::wait(smc::Explorer& explorer) {
  rests_until_poll_ = 1;
  at_rest(explorer);
  if (!stopped()) std::this_thread::yield();
}

bool Rank::stopped() const {
  return stop_ || (!options_.save && options_.stop != nullptr && *options_.stop);
}

void Rank::stop() {
  if (stop_) return;
  stop_ = true;
  broadcast(Kind::Stop);
}

// With a limit rank 0 explores alone.
std::uint64_t Rank::count_execution() {
  const auto& n = mine_.executions;
  return n.complete + n.blocked + n.bounded + 1;
}

void Rank::learn(memory::ThreadNames& names, ThreadId parent, std::uint32_t number) {
  if (me_ == 0) {
    names_.child(parent, number);
  } else {
    // Rank 0 answers until it has all results, also when all were told to stop: an execution
    // cannot go on, not even to its end, with a thread that has no name.
    named_ = false;
    send(0, Kind::WantName, {parent.value, number});
    while (!named_) {
      poll();
      std::this_thread::yield();
    }
  }
  names = names_;
}

void Rank::fail(Failure failure) {
  if (me_ == 0) {
    if (!failure_) failure_ = std::move(failure);
  } else {
    std::vector<std::uint32_t> words{static_cast<std::uint32_t>(failure.kind), failure.source,
                                     static_cast<std::uint32_t>(failure.limit.limit),
                                     static_cast<std::uint32_t>(failure.limit.number)};
    words.insert(words.end(), failure.text.begin(), failure.text.end());
    send(0, Kind::Fail, std::move(words));
  }
  stop();
}

// The results of all at rank 0. All have stopped, or nothing is left.
void Rank::gather(smc::CheckResult& result) {
  mine_.finished = finished_;
  explorer_->conclude();
  if (me_ != 0) {
    smc::Snapshot snapshot;
    snapshot.so_far = std::move(mine_);
    send(0, Kind::Result, smc::encode(snapshot));
    transport_.finish();
    result.finished = finished_;
    return;
  }
  while (result_count_ + 1 < size_) {
    poll();
    nap();
  }
  transport_.finish();
  if (failure_) {
    switch (failure_->kind) {
      case Failure::Kind::NeedsExhaustive:
      case Failure::Kind::NeedsCare:
      case Failure::Kind::NeedsTurns:
      case Failure::Kind::NeedsAttempts: {
        // The construct's text has to live as long as the process.
        static std::string construct;
        construct = failure_->text;
        throw smc::NeedsExhaustive{.construct = construct.c_str(),
                                   .source = ir::SourceId{failure_->source},
                                   .careful = failure_->kind == Failure::Kind::NeedsCare,
                                   .attempts = failure_->kind == Failure::Kind::NeedsAttempts,
                                   .turns = failure_->kind == Failure::Kind::NeedsTurns};
      }
      case Failure::Kind::NeedsCausalMaps:
        throw smc::NeedsCausalMaps{};
      case Failure::Kind::Limit:
        throw LimitReached{failure_->limit};
      case Failure::Kind::Input:
        throw InputError(failure_->text);
      case Failure::Kind::Internal:
        throw InternalError(failure_->text);
    }
  }
  result.finished = finished_;
  smc::add(result, std::move(mine_));
  for (const auto& words : results_)
    if (!words.empty()) smc::add(result, smc::decode(words).so_far);
  smc::add(result, std::move(so_far_));
}

}  // namespace overtake::scale
