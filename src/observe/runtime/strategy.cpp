#include "observe/runtime/strategy.h"

#include "base/hash.h"

namespace overtake::observe {

void Random::seed(std::uint64_t seed) {
  state_ = combine(seed, 0x6f62736572766500ull);
  if (state_ == 0) state_ = 1;
}

void Strategy::start(const RuntimeOptions& o) {
  random_.seed(o.seed);
  kind_ = o.strategy;
  if (kind_ == StrategyKind::Mix) {
    const std::uint64_t which = random_.below(10);
    kind_ = which < 5   ? StrategyKind::Priorities
            : which < 8 ? StrategyKind::Random
                        : StrategyKind::RoundRobin;
  }
  const std::uint64_t exponent = 1 + random_.below(10);
  const std::uint64_t begin = (std::uint64_t{1} << exponent) + random_.below(1ull << exponent);
  const unsigned growth = 6 + 2 * static_cast<unsigned>(random_.below(4));
  interval_ = o.interval != 0 ? o.interval : begin;
  growth_ = o.interval != 0 ? 63 : growth;
  const std::uint64_t bounds[] = {1, 2, 3, 5, RuntimeOptions::kNoBound};
  const std::uint64_t bound = random_.below(10);
  left_ = o.preemptions != 0 ? o.preemptions : bounds[bound < 4 ? bound : 4];
  const std::uint32_t chances[] = {0, 64, 128, 240};
  before_drain_.at_first = chances[random_.below(4)];
  before_store_.at_first = chances[random_.below(2) == 0 ? 0 : random_.below(3)];
  before_end_.at_first = chances[random_.below(4)];
  start_all_ = random_.below(3) == 0;
  anew_ = random_.below(2) == 0;
  const bool all = random_.below(2) == 0;
  switch_at_all_ = o.switch_at_all >= 0 ? o.switch_at_all == 1 : all;
  if (kind_ == StrategyKind::None)
    before_drain_.at_first = before_store_.at_first = before_end_.at_first = 0;
}

void Strategy::added(Thread& t) { t.priority = (std::uint64_t{1} << 41) + random_.below(1u << 30); }

std::uint64_t Strategy::distance(std::uint64_t steps_done) {
  if (!may_preempt()) return std::uint64_t{1} << 40;
  const std::uint64_t mean = interval_ + (steps_done >> growth_);
  if (kind_ == StrategyKind::RoundRobin) return mean;
  // Even between 1 and twice the mean: as good as any, and without logarithms.
  return 1 + random_.below(2 * mean);
}

bool Strategy::Chance::happens(Random& random) {
  constexpr std::uint64_t kOften = 2000;
  if (at_first == 0 || random.below(256 * (kOften + times)) >= at_first * kOften) return false;
  ++times;
  return true;
}

void Strategy::step_back(Thread& t) {
  if (anew_)
    added(t);
  else
    demote(t);
}

Thread* Strategy::choose(Thread* first, Thread* current, std::uint64_t steps_done) {
  if (Thread* best = choose_among(first, current, steps_done)) return best;
  // The oldest, not one by the seed: how many there are may depend on how long calls took that the
  // runtime does not know.
  for (Thread* t = first; t != nullptr; t = t->next)
    if (t->state == ThreadState::Ready) return t;
  return nullptr;
}

Thread* Strategy::choose_among(Thread* first, Thread* current, std::uint64_t steps_done) {
  Thread* best = nullptr;
  std::uint32_t count = 0;
  for (Thread* t = first; t != nullptr; t = t->next) {
    if (t->state != ThreadState::Ready || t->put_off_until > steps_done) continue;
    ++count;
    switch (kind_) {
      case StrategyKind::Random:
        if (t == current) {
          if (best == nullptr) best = t;
          --count;
        } else if (best == nullptr || best == current || random_.below(count) == 0) {
          best = t;
        }
        break;
      case StrategyKind::RoundRobin:
      case StrategyKind::None: {
        // The next one after `current` in the order of their numbers, which wraps around.
        const std::uint32_t from = current != nullptr ? current->number : 0;
        const auto rank = [&](const Thread* x) { return x->number - from - 1; };
        if (best == nullptr || rank(t) < rank(best)) best = t;
        break;
      }
      default:
        if (best == nullptr || t->priority > best->priority) best = t;
    }
  }
  return best;
}

}  // namespace overtake::observe
