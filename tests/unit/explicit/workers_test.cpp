// Workers: each part is done once, a worker does one part at a time, and what a part throws
// arrives.
#include "explicit/workers.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

namespace overtake::explicit_state {
namespace {

TEST(Workers, DoEachPartOnceCallAfterCall) {
  for (const std::size_t count : {1, 2, 5}) {
    Workers workers(count);
    for (std::size_t parts = 0; parts < 200; ++parts) {
      std::vector<std::atomic<int>> done(parts), busy(count);
      workers.for_each(parts, [&](std::size_t part, std::size_t worker) {
        ASSERT_LT(worker, count);
        EXPECT_EQ(busy[worker]++, 0) << "two parts of one worker at once";
        ++done[part];
        --busy[worker];
      });
      for (const auto& times : done) ASSERT_EQ(times, 1);
    }
  }
}

TEST(Workers, AreThreadsOfTheirOwn) {
  Workers workers(2);
  std::atomic<int> there{0};
  workers.for_each(2, [&](std::size_t, std::size_t) {
    ++there;
    while (there < 2) std::this_thread::yield();  // for ever, if one did both
  });
  EXPECT_EQ(there, 2);
}

TEST(Workers, ThrowWhatAPartThrewAndGoOn) {
  Workers workers(3);
  for (std::size_t bad = 0; bad < 20; ++bad) {
    EXPECT_THROW(workers.for_each(20,
                                  [&](std::size_t part, std::size_t) {
                                    if (part == bad) throw std::runtime_error("bad");
                                  }),
                 std::runtime_error);
    std::atomic<int> done{0};
    workers.for_each(20, [&](std::size_t, std::size_t) { ++done; });
    EXPECT_EQ(done, 20);
  }
}

}  // namespace
}  // namespace overtake::explicit_state
