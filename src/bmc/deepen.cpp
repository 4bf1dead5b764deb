#include "bmc/deepen.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/deep_stack.h"

namespace overtake::bmc {

namespace {

constexpr std::chrono::milliseconds kLookEvery{20};  // at the flag that stops it from outside

// By one while that is much, then by half.
std::uint32_t more(std::uint32_t bound) { return bound + std::max(1u, bound / 2); }

// Where attempts stand: their encoding says which bounds come next, before the solver is done.
struct Attempt {
  BmcOptions bounds;
  const ir::Program* program = nullptr;
  std::atomic<bool> stop = false;
  bool encoded = false;
  bool done = false;
  BmcResult result;  // once encoded: without the solver's answer
  std::exception_ptr thrown;
  std::jthread thread;  // last: it uses all of the above
};

// Attempts with rising bounds, as many side by side as there are jobs. The first of them counts as
// if it were alone; the later ones were begun on the guess that it finds nothing. An error of any
// of them is an error, and one that covers every run without one covers what the others look at.
class Deepening {
 public:
  Deepening(const std::function<ir::Program(std::uint32_t)>& program_for, const BmcOptions& options,
            const std::function<void(const BmcResult&)>& progress)
      : program_for_(program_for), asked_(options), progress_(progress) {}

  ~Deepening() {
    std::unique_lock lock(mutex_);
    stop_behind(0, lock);
  }

  BmcResult run() {
    std::unique_lock lock(mutex_);
    BmcOptions first = asked_;
    if (asked_.unroll == 0) first.unroll = 1;
    if (asked_.rounds == 0) first.rounds = 2;
    if (asked_.max_clock == 0) first.max_clock = 1;  // what fails under SC fails, and that is quick
    if (asked_.queue == 0) first.queue = 3;
    start(first);
    std::optional<BmcResult> best;  // the last one that finished
    for (;;) {
      wait(lock);
      if (const Attempt* a = decided()) return a->result;
      Attempt& front = *attempts_.front();
      if (!front.done) continue;
      if (front.thrown) {
        try {
          std::rethrow_exception(front.thrown);
        } catch (const seq::TooLarge&) {
          if (!best) throw;
          return std::move(*best);  // as far as it goes
        }
      }
      if (!front.result.finished) {
        // What was covered before the time was spent.
        if (!best) return front.result;
        best->finished = false;
        return std::move(*best);
      }
      const std::optional<BmcOptions> next = raised(front);
      if (!next) return front.result;
      best = front.result;
      progress_(*best);
      if (attempts_.size() > 1 && !same_bounds(attempts_[1]->bounds, *next)) stop_behind(1, lock);
      attempts_.pop_front();
      if (attempts_.empty()) start(*next);
    }
  }

 private:
  // Until the first is done, or any has decided it; meanwhile others are begun.
  void wait(std::unique_lock<std::mutex>& lock) {
    for (;;) {
      if (asked_.stop != nullptr && asked_.stop->load(std::memory_order_relaxed))
        for (const auto& a : attempts_) a->stop = true;
      if (attempts_.front()->done || decided() != nullptr) return;
      const Attempt& last = *attempts_.back();
      if (running() < asked_.jobs && last.encoded && !last.stop) {
        if (const std::optional<BmcOptions> next = raised(last)) {
          start(*next);
          continue;
        }
      }
      changed_.wait_for(lock, kLookEvery);
    }
  }

  void start(const BmcOptions& bounds) {
    auto program = programs_.find(bounds.unroll);
    if (program == programs_.end())
      program = programs_.emplace(bounds.unroll, program_for_(bounds.unroll)).first;
    Attempt& a = *attempts_.emplace_back(std::make_unique<Attempt>());
    a.bounds = bounds;
    a.program = &program->second;
    a.bounds.stop = &a.stop;
    a.bounds.encoded = [this, &a](const BmcResult& r) { return note_encoded(a, r); };
    a.thread = std::jthread([this, &a] {
      BmcResult result;
      std::exception_ptr thrown;
      try {
        on_deep_stack([&] { result = check_bounded(*a.program, a.bounds); });
      } catch (...) {
        thrown = std::current_exception();
      }
      const std::lock_guard lock(mutex_);
      a.result = std::move(result);
      a.thrown = thrown;
      a.done = true;
      changed_.notify_all();
    });
  }

  // How many solvers it may use: those that no attempt with larger bounds needs.
  std::uint32_t note_encoded(Attempt& a, const BmcResult& r) {
    const std::lock_guard lock(mutex_);
    a.result = r;
    a.encoded = true;
    changed_.notify_all();
    const std::uint32_t others = running(&a);
    return raised(a) || others >= asked_.jobs ? 1 : asked_.jobs - others;
  }

  // The bounds that come next; none if there is nothing to raise.
  std::optional<BmcOptions> raised(const Attempt& a) const {
    const BmcResult& r = a.result;
    BmcOptions next = a.bounds;
    bool any = false;
    const auto raise = [&](bool wanted, std::uint32_t fixed, std::uint32_t& bound,
                           std::uint32_t to) {
      if (!wanted || fixed != 0 || to <= bound) return;
      bound = to;
      any = true;
    };
    raise(r.rounds_short, asked_.rounds, next.rounds,
          std::min(r.sufficient.rounds, more(next.rounds)));
    raise(r.clock_short, asked_.max_clock, next.max_clock,
          std::min(r.sufficient.max_clock, more(next.max_clock)));
    raise(r.queue_short, asked_.queue, next.queue, std::min(r.sufficient.queue, more(next.queue)));
    raise(r.loops_cut, asked_.unroll, next.unroll, more(next.unroll));
    if (!any) return std::nullopt;
    return next;
  }

  static bool same_bounds(const BmcOptions& a, const BmcOptions& b) {
    return a.unroll == b.unroll && a.rounds == b.rounds && a.max_clock == b.max_clock &&
           a.queue == b.queue;
  }

  const Attempt* decided() const {
    for (const auto& a : attempts_)
      if (a->done && !a->thrown && (a->result.error || a->result.complete())) return a.get();
    return nullptr;
  }

  std::uint32_t running(const Attempt* except = nullptr) const {
    return static_cast<std::uint32_t>(std::ranges::count_if(
        attempts_, [&](const auto& a) { return !a->done && a.get() != except; }));
  }

  void stop_behind(std::size_t kept, std::unique_lock<std::mutex>& lock) {
    std::vector<std::unique_ptr<Attempt>> stopped;
    while (attempts_.size() > kept) {
      attempts_.back()->stop = true;
      stopped.push_back(std::move(attempts_.back()));
      attempts_.pop_back();
    }
    lock.unlock();
    stopped.clear();  // waits for their threads, which need the mutex once more
    lock.lock();
  }

  const std::function<ir::Program(std::uint32_t)>& program_for_;
  const BmcOptions asked_;
  const std::function<void(const BmcResult&)>& progress_;
  std::map<std::uint32_t, ir::Program> programs_;  // by unrolling
  std::mutex mutex_;                               // of all that follows
  std::condition_variable changed_;
  std::deque<std::unique_ptr<Attempt>> attempts_;
};

}  // namespace

BmcResult deepen(const std::function<ir::Program(std::uint32_t unroll)>& program_for,
                 const BmcOptions& options, const std::function<void(const BmcResult&)>& progress) {
  return Deepening(program_for, options, progress).run();
}

}  // namespace overtake::bmc
