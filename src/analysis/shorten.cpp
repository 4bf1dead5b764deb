#include "analysis/shorten.h"

#include <algorithm>
#include <compare>

#include "analysis/fewest_switches.h"

namespace overtake::analysis {
namespace {

using memory::Replay;
using memory::Schedule;

struct Cost {
  std::size_t steps = 0;
  std::size_t overtakings = 0;  // reads that overtook a store: what has to be understood
  std::size_t switches = 0;
  std::size_t delays = 0;  // for how many steps stores lie in buffers, all together
  friend auto operator<=>(const Cost&, const Cost&) = default;
};

class Shortener {
 public:
  using Run = std::function<Replay(const Schedule&)>;

  Shortener(const ir::Program& program, const Schedule& schedule, const Run& run,
            const ShortenOptions& options)
      : program_(program),
        run_(run),
        options_(options),
        steps_left_(options.steps),
        best_(schedule) {
    replay_ = run_(best_);
    original_ = replay_.error;
    thread_ = replay_.error_thread;
    calls_ = replay_.error_calls;
    if (original_) cost_ = cost(best_, replay_);
  }

  Schedule run() {
    if (!original_ || !replay_.valid) return best_;
    cut_after_error();
    for (bool better = true; better && time_left();) {
      better = drop_steps();
      better |= drain_early();
      better |= run_on();
      better |= accept(fewest_switches(program_, replay_));
    }
    accept(fewest_switches(program_, replay_), Ties::Taken);  // statements in one piece
    return std::move(best_);
  }

 private:
  bool time_left() const {
    if (steps_left_ == 0) return false;
    const auto time = std::chrono::steady_clock::now() - begun_;
    const bool stopped = options_.stop != nullptr && options_.stop->load(std::memory_order_relaxed);
    return time < (stopped ? std::chrono::seconds(1) : options_.longest);
  }

  static Cost cost(const Schedule& schedule, const Replay& replay) {
    Cost c{.steps = schedule.size()};
    std::vector<std::size_t> buffered(replay.thread_names.size(), 0);
    std::size_t total = 0;
    for (const memory::Record& r : replay.records) {
      std::size_t& mine = buffered[r.step.thread.index()];
      total += r.buffer.size() - mine;
      mine = r.buffer.size();
      c.overtakings += r.overtook.size();
      c.delays += total;
    }
    for (std::size_t i = 1; i < schedule.size(); ++i)
      c.switches += schedule[i].thread != schedule[i - 1].thread;
    return c;
  }

  bool fails_alike(const Replay& replay) const {
    return replay.valid && replay.error && replay.error->kind == original_->kind &&
           replay.error->source == original_->source && replay.error_calls == calls_ &&
           replay.error_thread == thread_;
  }

  enum class Ties : std::uint8_t { Refused, Taken };

  bool accept(Schedule candidate, Ties ties = Ties::Refused) {
    Replay replay = run_(candidate);
    steps_left_ -= std::min<std::uint64_t>(steps_left_, replay.records.size() + 1);
    if (!fails_alike(replay)) return false;
    const Cost c = cost(candidate, replay);
    if (ties == Ties::Taken ? cost_ < c : cost_ <= c) return false;
    best_ = std::move(candidate);
    replay_ = std::move(replay);
    cost_ = c;
    return true;
  }

  // Nothing after the failing step is needed (unless no thread failed: deadlocks need a complete
  // run).
  void cut_after_error() {
    for (std::size_t i = 0; i < replay_.records.size(); ++i)
      if (replay_.records[i].error) {
        accept(Schedule(best_.begin(), best_.begin() + static_cast<std::ptrdiff_t>(i + 1)));
        return;
      }
  }

  // Chunks of halving size; of large ones not every place is tried.
  bool drop_steps() {
    bool any = false;
    for (std::size_t size = best_.size() / 2; size >= 1; size /= 2) {
      for (std::size_t end = best_.size(); end >= size && time_left();) {
        Schedule candidate = best_;
        const auto from = candidate.begin() + static_cast<std::ptrdiff_t>(end - size);
        candidate.erase(from, from + static_cast<std::ptrdiff_t>(size));
        if (accept(std::move(candidate))) {
          any = true;
          end = std::min(end, best_.size());
        } else {
          end -= std::min(end, std::max<std::size_t>(1, size / 2));
        }
      }
    }
    any |= drop_pairs();
    return any;
  }

  // A thread's step together with the last step of the same thread: what a drain and its store, or
  // a spawn and the only step of its thread are.
  bool drop_pairs() {
    bool any = false;
    for (std::size_t i = 0; i < best_.size(); ++i)
      for (std::size_t j = i + 1; j < std::min(best_.size(), i + 12) && time_left(); ++j) {
        Schedule candidate = best_;
        candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(j));
        candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(i));
        if (accept(std::move(candidate))) {
          any = true;
          j = i;
        }
      }
    return any;
  }

  bool move_step(std::size_t from, std::size_t to) {
    Schedule candidate = best_;
    const memory::Step step = candidate[from];
    candidate.erase(candidate.begin() + static_cast<std::ptrdiff_t>(from));
    candidate.insert(candidate.begin() + static_cast<std::ptrdiff_t>(to), step);
    return accept(std::move(candidate));
  }

  // Each drain as early as it may come: what still waits in a buffer then has to.
  bool drain_early() {
    bool any = false;
    for (std::size_t i = 1; i < best_.size() && time_left(); ++i) {
      if (!best_[i].drain) continue;
      for (std::size_t to = first_place(i); to < i; ++to)
        if (move_step(i, to)) {
          any = true;
          break;
        }
    }
    return any;
  }

  // Right after the step that put the draining store into the buffer.
  std::size_t first_place(std::size_t drain) const {
    const memory::Record& after = replay_.records[drain];
    for (std::size_t i = drain; i-- > 0;) {
      const memory::Record& before = replay_.records[i];
      if (before.step.thread != after.step.thread) continue;
      for (const memory::BufferedStore& store : before.buffer) {
        const bool still = std::any_of(
            after.buffer.begin(), after.buffer.end(),
            [&](const memory::BufferedStore& s) { return s.issued_at == store.issued_at; });
        if (!still && store.issued_at < drain) return store.issued_at + 1;
      }
      break;
    }
    return drain;
  }

  // Joins two blocks of one thread by moving the later one forward or the earlier one back.
  bool run_on() {
    bool any = false;
    for (std::size_t i = 1; i < best_.size() && time_left(); ++i) {
      if (best_[i].thread == best_[i - 1].thread) continue;
      const auto [begin, end] = block(i);
      const std::size_t earlier = end_of_previous_block(begin);
      if (earlier == kNowhere) continue;
      if (move_block(begin, end, earlier)) {
        any = true;
        continue;
      }
      const auto [b, e] = block(earlier - 1);
      any |= move_block(b, e, begin);
    }
    return any;
  }

  static constexpr std::size_t kNowhere = ~std::size_t{0};

  std::pair<std::size_t, std::size_t> block(std::size_t i) const {
    std::size_t begin = i, end = i + 1;
    while (begin > 0 && best_[begin - 1].thread == best_[i].thread) --begin;
    while (end < best_.size() && best_[end].thread == best_[i].thread) ++end;
    return {begin, end};
  }

  std::size_t end_of_previous_block(std::size_t begin) const {
    for (std::size_t i = begin; i-- > 0;)
      if (best_[i].thread == best_[begin].thread) return i + 1;
    return kNowhere;
  }

  bool move_block(std::size_t begin, std::size_t end, std::size_t to) {
    Schedule candidate = best_;
    const auto at = [&](std::size_t i) {
      return candidate.begin() + static_cast<std::ptrdiff_t>(i);
    };
    if (to <= begin) {
      std::rotate(at(to), at(begin), at(end));
    } else {
      std::rotate(at(begin), at(end), at(to));
    }
    return accept(std::move(candidate));
  }

  const ir::Program& program_;
  const Run& run_;
  const ShortenOptions options_;
  const std::chrono::steady_clock::time_point begun_ = std::chrono::steady_clock::now();
  std::uint64_t steps_left_;
  Schedule best_;
  Replay replay_;
  std::optional<exec::Error> original_;
  ThreadId thread_;
  std::vector<ir::SourceId> calls_;  // all assertions fail in the same line of the library
  Cost cost_;
};

}  // namespace

Schedule shorten(const ir::Program& program, const Schedule& schedule,
                 const std::function<Replay(const Schedule&)>& run, const ShortenOptions& options) {
  return Shortener(program, schedule, run, options).run();
}

}  // namespace overtake::analysis
