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
  drain_chance_ = chances[random_.below(4)];
  const bool all = random_.below(2) == 0;
  switch_at_all_ = o.switch_at_all >= 0 ? o.switch_at_all == 1 : all;
  if (kind_ == StrategyKind::None) drain_chance_ = 0;
}

void Strategy::added(Thread& t) { t.priority = (std::uint64_t{1} << 41) + random_.below(1u << 30); }

std::uint64_t Strategy::distance(std::uint64_t steps_done) {
  if (!may_preempt()) return std::uint64_t{1} << 40;
  const std::uint64_t mean = interval_ + (steps_done >> growth_);
  if (kind_ == StrategyKind::RoundRobin) return mean;
  // Even between 1 and twice the mean: as good as any, and without logarithms.
  return 1 + random_.below(2 * mean);
}

bool Strategy::at_drain() {
  constexpr std::uint64_t kOften = 2000;
  if (drain_chance_ == 0 || random_.below(256 * (kOften + drains_)) >= drain_chance_ * kOften)
    return false;
  ++drains_;
  return true;
}

void Strategy::demote(Thread& t) { t.priority = --lowest_; }

Thread* Strategy::choose(Thread* first, Thread* current) {
  Thread* best = nullptr;
  std::uint32_t count = 0;
  for (Thread* t = first; t != nullptr; t = t->next) {
    if (t->state != ThreadState::Ready) continue;
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
