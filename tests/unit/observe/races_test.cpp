// Races that are found, against all pairs of accesses: atomic and plain ones, of one to eight
// bytes, in cells that one thread used alone at first. Nothing is synchronized, so any two accesses
// of different threads to the same byte race if one writes it and not both are atomic.
#include "observe/core/races.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <vector>

#include "observe/core/watch.h"

namespace overtake::observe {
namespace {

struct RandomAccess {
  Slot thread = 0;
  Address begin = 0;
  std::uint32_t size = 0;
  bool write = false;
  bool is_atomic = false;
};

bool races(const RandomAccess& a, const RandomAccess& b) {
  return a.thread != b.thread && (a.write || b.write) && !(a.is_atomic && b.is_atomic) &&
         a.begin < b.begin + b.size && b.begin < a.begin + a.size;
}

// A cell remembers the last write of a byte, and each thread's last read since then: whether some
// pair races whose first access no later one has hidden.
bool has_remembered_race(const std::vector<RandomAccess>& accesses) {
  for (std::size_t j = 0; j < accesses.size(); ++j)
    for (std::size_t i = 0; i < j; ++i) {
      if (!races(accesses[i], accesses[j])) continue;
      bool hidden = false;
      for (std::size_t k = i + 1; k < j; ++k)
        hidden = hidden || ((accesses[k].write || accesses[k].thread == accesses[i].thread) &&
                            accesses[k].begin < accesses[i].begin + accesses[i].size &&
                            accesses[i].begin < accesses[k].begin + accesses[k].size);
      if (!hidden) return true;
    }
  return false;
}

class RacesOnline {
 public:
  explicit RacesOnline(Slot threads) {
    EXPECT_TRUE(watch_.start(1 << 12, {this, nullptr, race}));
    EXPECT_TRUE(clocks_.start());
    watch_.check_races(&clocks_);
    for (Slot t = 0; t < threads; ++t) EXPECT_TRUE(watch_.begin(t, nullptr));
  }
  ~RacesOnline() {
    clocks_.stop();
    watch_.stop();
  }
  RacesOnline(const RacesOnline&) = delete;
  RacesOnline& operator=(const RacesOnline&) = delete;

  // By index: pairs of accesses.
  std::set<std::pair<std::size_t, std::size_t>> run(const std::vector<RandomAccess>& accesses) {
    for (index_ = 0; index_ < accesses.size(); ++index_) feed(accesses[index_]);
    return found_;
  }

 private:
  void feed(const RandomAccess& a) {
    Actor& p = watch_.actor(a.thread);
    const Seq before = watch_.history().last();
    const bool done = !a.is_atomic && (a.write ? watch_.write_private(p, a.begin, a.size, 0, 0, 0)
                                               : watch_.read_private(p, a.begin, a.size, 0, 0, 0));
    if (!done) {
      EXPECT_TRUE(watch_.touch(p, {.address = a.begin,
                                   .size = a.size,
                                   .kind = a.write ? EventKind::Write : EventKind::Read,
                                   .flags = a.is_atomic ? kIsAtomic : std::uint8_t{0}}));
    }
    for (Seq n = before + 1; n <= watch_.history().last(); ++n) index_of_[n] = index_;
  }
  static void race(void* self, const RacingPair& pair) {
    auto* online = static_cast<RacesOnline*>(self);
    online->found_.emplace(online->index_of_.at(pair.first), online->index_);
  }

  Watch watch_;
  RaceClocks clocks_;
  std::size_t index_ = 0;
  std::map<Seq, std::size_t> index_of_;
  std::set<std::pair<std::size_t, std::size_t>> found_;
};

TEST(ObserveRaces, AreThoseOfAnyTwoAccesses) {
  std::size_t found = 0;
  std::size_t programs_with_races = 0;
  for (std::uint64_t seed = 0; seed < 6000; ++seed) {
    std::mt19937_64 random(seed);
    const auto below = [&](std::uint64_t n) { return random() % n; };
    std::vector<RandomAccess> accesses;
    const std::uint64_t alone = below(8);  // the first thread has the memory for itself
    const std::uint64_t atomic_of_8 = below(9);
    for (std::uint64_t i = 0; i < 16; ++i) {
      const auto size = static_cast<std::uint32_t>(1u << below(4));
      accesses.push_back({.thread = static_cast<Slot>(i < alone ? 0 : below(3)),
                          .begin = 0x10000 + below(8 / size) * size,
                          .size = size,
                          .write = below(2) == 0,
                          .is_atomic = below(8) < atomic_of_8});
    }
    RacesOnline online(3);
    const auto pairs = online.run(accesses);
    for (const auto& [first, second] : pairs)
      ASSERT_TRUE(races(accesses[first], accesses[second]))
          << "seed " << seed << ", accesses " << first << " and " << second;
    found += pairs.size();
    const bool any = has_remembered_race(accesses);
    programs_with_races += any ? 1 : 0;
    if (any) {
      ASSERT_FALSE(pairs.empty()) << "seed " << seed;
    }
  }
  EXPECT_GT(found, 10'000u);
  EXPECT_LT(programs_with_races, 6000u);
}

}  // namespace
}  // namespace overtake::observe
