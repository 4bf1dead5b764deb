// Coherence and from-read edges, on executions made by hand.
#include "report/edges.h"

#include <gtest/gtest.h>

namespace overtake::report {
namespace {

MemoryAccess write(std::uint32_t event, Address address, unsigned size = 1) {
  return {.event = event, .address = address, .size = size, .writes = true};
}
MemoryAccess read(std::uint32_t event, Address address, unsigned size = 1) {
  return {.event = event, .address = address, .size = size, .reads = true};
}

TEST(Edges, ChainsOfStoresAndTheReadsBetween) {
  const std::vector<MemoryAccess> run{read(0, 8),  write(1, 8), read(2, 8), read(3, 9),
                                      write(4, 8), write(5, 9), read(6, 8)};
  const Edges e = edges(run);
  EXPECT_EQ(e.coherence, (std::vector<Edge>{{1, 4}}));
  EXPECT_EQ(e.from_read, (std::vector<Edge>{{0, 1}, {2, 4}, {3, 5}}));
}

TEST(Edges, AnUpdateIsNotAfterItself) {
  MemoryAccess rmw = write(1, 8);
  rmw.reads = true;
  const Edges e = edges(std::vector<MemoryAccess>{write(0, 8), rmw, write(2, 8)});
  EXPECT_EQ(e.coherence, (std::vector<Edge>{{0, 1}, {1, 2}}));
  EXPECT_EQ(e.from_read, (std::vector<Edge>{}));  // it overwrote what it read
}

TEST(Edges, AReadFromTheOwnBufferComesAfterWhatReachesMemoryMeanwhile) {
  // Store 0 is buffered, read 1 sees it there, 2 reaches memory before 0 does, 3 after it.
  MemoryAccess early = read(1, 8);
  early.from_own_buffer = true;
  early.reads_from = 0;
  const Edges e = edges(std::vector<MemoryAccess>{early, write(2, 8), write(0, 8), write(3, 8)});
  EXPECT_EQ(e.coherence, (std::vector<Edge>{{0, 3}, {2, 0}}));
  EXPECT_EQ(e.from_read, (std::vector<Edge>{{1, 3}}));
}

TEST(Edges, AccessesThatOverlap) {
  const Edges e = edges(std::vector<MemoryAccess>{write(0, 8, 4), write(1, 10, 1), read(2, 8, 8),
                                                  write(3, 12, 4), write(4, 8, 2)});
  EXPECT_EQ(e.coherence, (std::vector<Edge>{{0, 1}, {0, 4}}));
  EXPECT_EQ(e.from_read, (std::vector<Edge>{{2, 3}, {2, 4}}));
}

TEST(Edges, StoresThatStayBufferedComeLast) {
  const std::vector<std::vector<MemoryAccess>> buffered{{write(3, 8), write(4, 8)}, {write(5, 8)}};
  const Edges e = edges(std::vector<MemoryAccess>{write(0, 8), read(1, 8), read(2, 9)}, buffered);
  EXPECT_EQ(e.coherence, (std::vector<Edge>{{0, 3}, {0, 5}, {3, 4}}));
  EXPECT_EQ(e.from_read, (std::vector<Edge>{{1, 3}, {1, 5}}));
}

}  // namespace
}  // namespace overtake::report
