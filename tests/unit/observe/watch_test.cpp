// The online monitors against the ones of src/monitor, and against their definition.
#include "observe/core/watch.h"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>

#include "monitor/monitor.h"
#include "naive_watch.h"
#include "support/scale.h"

namespace overtake::observe {
namespace {

using Pairs = std::set<std::pair<std::size_t, std::size_t>>;  // delayed, overtaking

struct Step {
  NaiveEvent event;
  std::int64_t from = -1;  // an order edge from an earlier step's event, before this one
};

struct Stream {
  std::vector<Step> steps;
};

// What a random stream is made of.
struct Shape {
  std::uint32_t threads = 3;
  std::uint32_t steps = 30;
  std::vector<std::pair<std::uint64_t, std::uint64_t>> places;  // [begin, end)
  bool location_only = false;
  bool waits = false;  // operations that wait for a store
};

std::vector<std::pair<std::uint64_t, std::uint64_t>> words(std::uint32_t count) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> out;
  for (std::uint64_t i = 0; i < count; ++i) out.emplace_back(0x10000 + 4 * i, 0x10004 + 4 * i);
  return out;
}

Stream random_stream(std::uint64_t seed, const Shape& shape) {
  std::mt19937_64 random(seed);
  const auto below = [&](std::uint64_t n) { return random() % n; };
  Stream out;
  for (std::uint32_t i = 0; i < shape.steps; ++i) {
    Step step;
    NaiveEvent& e = step.event;
    e.thread = static_cast<std::uint32_t>(below(shape.threads));
    const auto place = shape.places[below(shape.places.size())];
    const std::uint64_t what = below(100);
    e.kind = what < 40                  ? EventKind::Write
             : what < 78                ? EventKind::Read
             : what < 82                ? EventKind::ReleaseWrite
             : what < 84                ? EventKind::FullWrite
             : what < 88                ? EventKind::StoreFence
             : what < 90                ? EventKind::Fence
             : what < 93                ? EventKind::Rmw
             : what < 95                ? EventKind::AtomicRead
             : what < 97 && shape.waits ? EventKind::Wait
                                        : EventKind::Read;
    const bool access = e.kind != EventKind::StoreFence && e.kind != EventKind::Fence;
    e.begin = access ? place.first : 0;
    e.end = access ? place.second : 0;
    e.location_only = shape.location_only && what % 2 == 0;
    if (i > 0 && below(20) == 0) step.from = static_cast<std::int64_t>(below(i));
    out.steps.push_back(step);
  }
  return out;
}

struct Found {
  Pairs tso, pso;
};

// Feeds the stream as the runtime does: the easy way first.
class Online {
 public:
  explicit Online(std::uint64_t window) {
    EXPECT_TRUE(watch_.start(window, {this, &Online::violation, nullptr}));
  }
  ~Online() { watch_.stop(); }

  Found run(const Stream& stream, std::uint32_t threads) {
    for (Slot t = 0; t < threads; ++t) EXPECT_TRUE(watch_.begin(t, nullptr));
    for (step_ = 0; step_ < stream.steps.size(); ++step_) {
      const Step& s = stream.steps[step_];
      Actor& p = watch_.actor(s.event.thread);
      if (s.from >= 0) {
        const auto from = static_cast<std::size_t>(s.from);
        watch_.order(p, stream.steps[from].event.thread, numbers_[from], 0, 0);
      }
      feed(p, s.event);
      // What was not written down is as good as the last event of its thread that was.
      numbers_.push_back(watch_.history().last());
    }
    return found_;
  }
  // By step: the number of the newest event then.
  const std::vector<Seq>& numbers() const { return numbers_; }

 private:
  void feed(Actor& p, const NaiveEvent& e) {
    const auto size = static_cast<std::uint32_t>(e.end - e.begin);
    const bool easy = size != 0 && size <= 8 && (size & (size - 1)) == 0 && e.begin % size == 0;
    const Seq before = watch_.history().last();
    switch (e.kind) {
      case EventKind::Fence:
        watch_.fence(p, 0, 0);
        break;
      case EventKind::StoreFence:
        watch_.store_fence(p, 0, 0);
        break;
      case EventKind::Read:
        if (!easy || !watch_.read_private(p, e.begin, size, 0, 0, 0)) touch(p, e, size);
        break;
      case EventKind::Write:
        if (!easy || !watch_.write_private(p, e.begin, size, 0, 0, 0)) touch(p, e, size);
        break;
      default:
        touch(p, e, size);
    }
    for (Seq n = before + 1; n <= watch_.history().last(); ++n) steps_[n] = step_;
  }
  void touch(Actor& p, const NaiveEvent& e, std::uint32_t size) {
    EXPECT_TRUE(watch_.touch(p, {.address = e.begin,
                                 .size = size,
                                 .kind = e.kind,
                                 .drains_location_only = e.location_only}));
  }
  static void violation(void* self, const Overtaken& o) {
    auto* online = static_cast<Online*>(self);
    const std::size_t delayed = online->steps_.at(o.delayed);
    if ((o.models & kTso) != 0) online->found_.tso.emplace(delayed, online->step_);
    if ((o.models & kPso) != 0) online->found_.pso.emplace(delayed, online->step_);
  }

  Watch watch_;
  Found found_;
  std::size_t step_ = 0;
  std::map<Seq, std::size_t> steps_;
  std::vector<Seq> numbers_;
};

Pairs naive(const Stream& stream, std::uint8_t model) {
  NaiveWatch watch(model);
  Pairs out;
  for (std::size_t i = 0; i < stream.steps.size(); ++i) {
    const Step& s = stream.steps[i];
    if (s.from >= 0) watch.order(s.event.thread, static_cast<std::size_t>(s.from));
    for (std::size_t d : watch.feed(s.event)) out.emplace(d, i);
  }
  return out;
}

Pairs offline(const Stream& stream, Model model) {
  monitor::Monitor monitor(model);
  std::map<std::uint64_t, LocationId> locations;
  std::map<monitor::EventIndex, std::size_t> steps;
  std::vector<std::size_t> channels;
  Pairs out;
  std::size_t step = 0;
  const auto feed = [&](const NaiveEvent& e, overtake::EventKind kind) {
    LocationId location;
    if (e.accesses() && kind != overtake::EventKind::Fence &&
        kind != overtake::EventKind::StoreFence)
      location = locations.try_emplace(e.begin, LocationId{locations.size()}).first->second;
    steps[monitor.event_count()] = step;
    const auto delayed = monitor.feed({.kind = kind,
                                       .drain = e.location_only ? Drain::Location : Drain::All,
                                       .thread = ThreadId{e.thread},
                                       .location = location});
    for (monitor::EventIndex d : delayed) out.emplace(steps.at(d), step);
  };
  for (; step < stream.steps.size(); ++step) {
    const Step& s = stream.steps[step];
    if (s.from >= 0)
      monitor.acquire(ThreadId{s.event.thread},
                      monitor::ChannelId{static_cast<std::size_t>(s.from)});
    using K = overtake::EventKind;
    switch (s.event.kind) {
      case EventKind::Read:
        feed(s.event, K::Read);
        break;
      case EventKind::Write:
        feed(s.event, K::Write);
        break;
      case EventKind::ReleaseWrite:
        feed(s.event, K::StoreFence);
        feed(s.event, K::Write);
        break;
      case EventKind::FullWrite:
        feed(s.event, K::StoreFence);
        feed(s.event, K::Write);
        feed(s.event, K::Fence);
        break;
      case EventKind::AtomicRead:
        feed(s.event, K::AtomicRead);
        break;
      case EventKind::Rmw:
        feed(s.event, K::Rmw);
        break;
      case EventKind::StoreFence:
        feed(s.event, K::StoreFence);
        break;
      default:
        feed(s.event, K::Fence);
    }
    monitor.release(ThreadId{s.event.thread}, monitor::ChannelId{step});
  }
  return out;
}

std::string show(const Stream& stream) {
  std::string out;
  for (std::size_t i = 0; i < stream.steps.size(); ++i) {
    const Step& s = stream.steps[i];
    out += std::to_string(i) + ": T" + std::to_string(s.event.thread) + " kind " +
           std::to_string(static_cast<int>(s.event.kind)) + " [" + std::to_string(s.event.begin) +
           ", " + std::to_string(s.event.end) + ")" + (s.event.location_only ? " location" : "") +
           (s.from >= 0 ? " after " + std::to_string(s.from) : "") + "\n";
  }
  return out;
}

std::string show(const Pairs& pairs) {
  std::string out;
  for (const auto& [d, e] : pairs) out += "(" + std::to_string(d) + ", " + std::to_string(e) + ") ";
  return out;
}

void expect_same(const Shape& shape, std::uint64_t all_seeds) {
  const std::uint64_t seeds = support::scaled(all_seeds);
  std::size_t tso = 0;
  std::size_t pso = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Stream stream = random_stream(seed, shape);
    Online online(1 << 12);
    const Found found = online.run(stream, shape.threads);
    const Pairs naive_tso = naive(stream, kTso);
    const Pairs naive_pso = naive(stream, kPso);
    ASSERT_EQ(found.tso, naive_tso) << "seed " << seed << " online " << show(found.tso)
                                    << "definition " << show(naive_tso) << "\n"
                                    << show(stream);
    ASSERT_EQ(found.pso, naive_pso) << "seed " << seed << " online " << show(found.pso)
                                    << "definition " << show(naive_pso) << "\n"
                                    << show(stream);
    ASSERT_EQ(found.tso, offline(stream, Model::TSO)) << "seed " << seed;
    ASSERT_EQ(found.pso, offline(stream, Model::PSO)) << "seed " << seed;
    tso += found.tso.size();
    pso += found.pso.size();
  }
  EXPECT_GT(tso, seeds / 50);  // the streams are worth looking at
  EXPECT_GT(pso, seeds / 20);
}

TEST(ObserveWatch, SameAsTheMonitorsOnWords) {
  expect_same({.threads = 3, .steps = 30, .places = words(4)}, 1500);
}

TEST(ObserveWatch, SameAsTheMonitorsOnFewWordsAndManyThreads) {
  expect_same({.threads = 9, .steps = 60, .places = words(2)}, 500);
}

TEST(ObserveWatch, SameAsTheMonitorsOnBytesOfOneCell) {
  Shape shape{.threads = 3, .steps = 30, .places = {}};
  for (std::uint64_t i = 0; i < 4; ++i) shape.places.emplace_back(0x20000 + i, 0x20001 + i);
  expect_same(shape, 1500);
}

TEST(ObserveWatch, SameAsTheMonitorsOnAllWidths) {
  Shape shape{.threads = 3, .steps = 30, .places = {}};
  shape.places = {{0x30000, 0x30008},
                  {0x30008, 0x3000a},
                  {0x3000a, 0x3000c},
                  {0x30010, 0x30020},
                  {0x30021, 0x30025}};
  expect_same(shape, 1500);
}

TEST(ObserveWatch, SameAsTheMonitorsWhenAtomicsDrainTheirLocationOnly) {
  expect_same({.threads = 3, .steps = 30, .places = words(4), .location_only = true}, 1500);
}

// What is said is true, and little is missing.
void expect_sound(const Shape& shape, std::uint64_t all_seeds) {
  const std::uint64_t seeds = support::scaled(all_seeds);
  std::size_t found = 0;
  std::size_t all = 0;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    const Stream stream = random_stream(seed, shape);
    Online online(1 << 12);
    const Found f = online.run(stream, shape.threads);
    const Pairs tso = naive(stream, kTso);
    const Pairs pso = naive(stream, kPso);
    for (const auto& pair : f.tso)
      ASSERT_TRUE(tso.contains(pair)) << "tso " << seed << show({pair}) << "\n" << show(stream);
    for (const auto& pair : f.pso)
      ASSERT_TRUE(pso.contains(pair)) << "pso " << seed << show({pair}) << "\n" << show(stream);
    found += f.tso.size() + f.pso.size();
    all += tso.size() + pso.size();
  }
  EXPECT_GT(found * 10, all * 8) << found << " of " << all;
}

TEST(ObserveWatch, NothingWrongWithOverlappingAccesses) {
  expect_sound({.places = {{0x40000, 0x40004},
                           {0x40000, 0x40001},
                           {0x40001, 0x40002},
                           {0x40002, 0x40004},
                           {0x40000, 0x40008},
                           {0x40004, 0x40008},
                           {0x40003, 0x40007},
                           {0x40000, 0x40010}}},
               1500);
}

// A word whose halves were stored one after the other: the second one may be there first.
TEST(ObserveWatch, TornAccessesOvertakeWhatHappensBeforeTheBytesTheyFind) {
  const auto at = [](EventKind kind, std::uint32_t thread, std::uint64_t begin, std::uint64_t end) {
    return Step{.event = {.kind = kind, .thread = thread, .begin = begin, .end = end}};
  };
  const auto run = [](const Stream& stream) {
    Online online(1 << 12);
    const Found found = online.run(stream, 3);
    EXPECT_EQ(found.tso, naive(stream, kTso));
    EXPECT_EQ(found.pso, naive(stream, kPso));
    return found;
  };
  using enum EventKind;
  const Found by_one = run({{at(Write, 0, 0x50000, 0x50002), at(Write, 0, 0x50002, 0x50004),
                             at(Read, 1, 0x50000, 0x50004)}});
  EXPECT_EQ(by_one.tso, Pairs{});
  EXPECT_EQ(by_one.pso, (Pairs{{0, 2}}));
  const Found fenced = run({{at(Write, 0, 0x50000, 0x50002), at(ReleaseWrite, 0, 0x50002, 0x50004),
                             at(Read, 1, 0x50000, 0x50004)}});
  EXPECT_EQ(fenced.pso, Pairs{});
  const Found by_two = run({{at(Write, 0, 0x50000, 0x50002), at(Read, 0, 0x50008, 0x5000c),
                             at(Write, 1, 0x50008, 0x5000c), at(Write, 1, 0x50002, 0x50004),
                             at(Read, 2, 0x50000, 0x50004)}});
  EXPECT_EQ(by_two.tso, (Pairs{{0, 4}}));
  EXPECT_EQ(by_two.pso, (Pairs{{0, 4}}));
}

// An operation that waits for a store drains the other thread's buffers, under both models.
TEST(ObserveWatch, NothingWrongWithOperationsThatWait) {
  expect_sound({.places = words(4), .waits = true}, 4000);
}

// With a window of N events, just the pairs that lie in it are found.
TEST(ObserveWatch, CompleteInTheWindow) {
  const Shape shape{.threads = 3, .steps = 120, .places = words(6)};
  std::size_t inside = 0;
  std::size_t outside = 0;
  for (std::uint64_t seed = 0; seed < 1500; ++seed) {
    const Stream stream = random_stream(seed, shape);
    Online whole(1 << 12);
    const Found all = whole.run(stream, shape.threads);
    Online online(16);
    const Found found = online.run(stream, shape.threads);
    const std::vector<Seq>& number = online.numbers();
    for (const auto& [mine, theirs] :
         {std::pair(&found.tso, &all.tso), std::pair(&found.pso, &all.pso)}) {
      for (const auto& pair : *mine) ASSERT_TRUE(theirs->contains(pair)) << seed;
      for (const auto& pair : *theirs) {
        // The store's number must not have been overwritten when the access was looked at.
        const bool in_window = number[pair.first] + 16 > number[pair.second] - 1;
        if (in_window) {
          ASSERT_TRUE(mine->contains(pair)) << seed << "\n" << show(stream);
        }
        ++(in_window ? inside : outside);
      }
    }
  }
  EXPECT_GT(inside, 1000u);
  EXPECT_GT(outside, 100u);
}

}  // namespace
}  // namespace overtake::observe
