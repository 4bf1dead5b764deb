#include "fuzz/sketch.h"

#include <gtest/gtest.h>

#include "fuzz/random_program.h"
#include "fuzz/to_c.h"
#include "fuzz/to_cpp.h"
#include "fuzz/to_ir.h"
#include "ir/verify.h"

namespace overtake::fuzz {
namespace {

TEST(RandomProgram, SeedsAreForEver) {
  // Changing the generator changes what a seed in an old report means: do it knowingly.
  EXPECT_EQ(to_cpp(random_sketch(1)), to_cpp(random_sketch(1)));
  EXPECT_NE(random_sketch(1), random_sketch(2));
}

TEST(RandomProgram, EveryKindIsGeneratedAndNothingIsOutOfRange) {
  std::vector<bool> seen(kKinds, false);
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const Sketch s = random_sketch(seed);
    EXPECT_GE(s.threads.size(), 3u);
    EXPECT_LE(s.threads.size(), 5u);
    EXPECT_EQ(s, normalized(s)) << seed;
    visit(s, [&](const Statement& statement) {
      seen[static_cast<std::size_t>(statement.kind)] = true;
      if (is_access(statement.kind)) {
        EXPECT_LT(statement.target, s.locations.size());
        EXPECT_LE(statement.offset + statement.size, kLocationBytes);
        EXPECT_EQ(statement.offset % statement.size, 0);
      }
    });
  }
  for (std::size_t k = 0; k < kKinds; ++k) EXPECT_TRUE(seen[k]) << name(static_cast<Kind>(k));
}

TEST(ToIr, IsWellFormed) {
  for (std::uint64_t seed = 0; seed < 500; ++seed)
    EXPECT_EQ(ir::verify(to_ir(random_sketch(seed))), std::vector<std::string>{}) << seed;
}

TEST(ToC, StoreBuffering) {
  Sketch s;
  s.locations = {0, 0};
  s.join_all = true;
  s.threads = {{}, {store(0, 1), load(0, 1)}, {store(1, 1), load(0, 0)}};
  const std::string c = to_c(s);
  EXPECT_NE(c.find("static volatile uint32_t x0 = 0;"), std::string::npos) << c;
  EXPECT_NE(c.find("x0 = (uint32_t)(1u);"), std::string::npos) << c;
  EXPECT_NE(c.find("atomic_store_explicit(&x1, 1u, memory_order_relaxed);"), std::string::npos)
      << c;
  EXPECT_NE(c.find("pthread_join(t2, 0);"), std::string::npos) << c;
}

TEST(ToCpp, StoreBuffering) {
  Sketch s;
  s.locations = {0, 0};
  s.threads = {{}, {store(0, 1), load(0, 1)}, {if_(eq(0, 1), {load(0, 0)}), plain(Kind::Fence)}};
  EXPECT_EQ(to_cpp(s),
            "Sketch s;\n"
            "s.locations = {0, 0};\n"
            "s.threads = {{},\n"
            "             {store(0, 1), load(0, 1)},\n"
            "             {if_(eq(0, 1), {load(0, 0)}),\n"
            "              plain(Kind::Fence)}};\n");
}

TEST(Normalized, DropsWhatMakesNoSense) {
  Sketch s;
  s.locations = {0};
  s.mutexes = s.conditions = 1;
  s.threads = {{on(Kind::Join, 1, 0), on(Kind::Spawn, 1), on(Kind::Spawn, 1), on(Kind::Join, 1, 0),
                on(Kind::Join, 1, 0)},
               {on(Kind::Spawn, 0), on(Kind::CondWait, 0), if_(eq(0, 0), {}),
                atomic({on(Kind::Lock, 0), store(0, 1)}),
                locked(0, {on(Kind::Unlock, 0), on(Kind::CondWait, 0)})}};
  Sketch expected = s;
  expected.threads = {{on(Kind::Spawn, 1), on(Kind::Join, 1, 0)},
                      {atomic({store(0, 1)}), locked(0, {on(Kind::CondWait, 0)})}};
  EXPECT_EQ(normalized(s), expected);
}

}  // namespace
}  // namespace overtake::fuzz
