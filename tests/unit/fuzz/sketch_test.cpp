#include "fuzz/sketch.h"

#include <gtest/gtest.h>

#include <set>

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
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    const auto profile = static_cast<Profile>(seed % kProfiles);
    const Sketch s = random_sketch(seed, shape_of(profile));
    EXPECT_GE(s.threads.size(), profile >= Profile::Loops ? 2u : 3u);
    EXPECT_LE(s.threads.size(), 5u);
    EXPECT_EQ(s, normalized(s)) << seed;
    for (const Block& t : s.threads) EXPECT_LE(register_count(t), kRegisters);
    visit(s, [&](const Statement& statement) {
      seen[static_cast<std::size_t>(statement.kind)] = true;
      if (is_access(statement.kind) && statement.space == Space::Shared) {
        EXPECT_LT(statement.target, s.locations.size());
        EXPECT_LE(statement.offset + statement.size, kLocationBytes);
        EXPECT_EQ(statement.offset % statement.size, 0);
      }
    });
  }
  for (std::size_t k = 0; k < kKinds; ++k) EXPECT_TRUE(seen[k]) << name(static_cast<Kind>(k));
}

TEST(ToIr, IsWellFormed) {
  for (std::uint64_t seed = 0; seed < 1000; ++seed) {
    const Sketch s = random_sketch(seed, shape_of(static_cast<Profile>(seed % kProfiles)));
    EXPECT_EQ(ir::verify(to_ir(s)), std::vector<std::string>{}) << seed;
  }
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
                atomic({on(Kind::Lock, 0), atomic({store(0, 2)}), store(0, 1)}),
                locked(0, {on(Kind::Unlock, 0), on(Kind::CondWait, 0)})}};
  Sketch expected = s;
  expected.threads = {
      {on(Kind::Spawn, 1), on(Kind::Join, 1, 0)},
      {atomic({on(Kind::Lock, 0), store(0, 1)}), locked(0, {on(Kind::CondWait, 0)})}};
  EXPECT_EQ(normalized(s), expected);
}

TEST(Normalized, DropsLoopsAndCallsThatMakeNoSense) {
  Sketch s;
  s.locations = {0};
  s.mutexes = 1;
  s.functions = {{.parameters = 1, .pointers = 1, .body = {set(0, 1), call(1, 0), ret(0)}},
                 {.body = {call(0, 0), through(load(0, 0)), on(Kind::Spawn, 1)}}};
  s.threads = {
      {plain(Kind::Break), ret(1), call(0, 2)},
      {loop({set(0, 1)}),                       // no visible operation
       loop({load(0, 0), plain(Kind::Break)}),  // fine
       for_(0, 2, {load(0, 0), load(1, 0)}),    // its counter is not written
       while_(eq(0, 0), {locked(0, {plain(Kind::Break)})}), call(1, 0, {reg(0, 6)}, {pointer(0)})}};
  Sketch expected = s;
  expected.functions = {
      {.parameters = 1, .pointers = 1, .body = {call(1, 0, {0}, {shared(0)}), ret(0)}}, {}};
  expected.threads = {{},
                      {loop({load(0, 0), plain(Kind::Break)}), for_(0, 2, {load(1, 0)}),
                       while_(eq(0, 0), {locked(0, {})})}};
  EXPECT_EQ(to_cpp(normalized(s)), to_cpp(expected));
}

TEST(ToCpp, LoopsAndCalls) {
  Sketch s;
  s.locations = {0};
  s.functions = {{.parameters = 1, .pointers = 1, .body = {through(load(1, 0)), ret(reg(1, 1))}}};
  s.threads = {{for_(6, 2, {plain(Kind::Continue)}), do_while({load(0, 0)}, ne(0, reg(1))),
                call(0, 0, {reg(0)}, {variable(1)}), mask(7, reg(7, 1), 3)}};
  EXPECT_EQ(to_cpp(s),
            "Sketch s;\n"
            "s.locations = {0};\n"
            "s.functions.push_back({.parameters = 1, .pointers = 1,\n"
            "                       .body = {through(load(1, 0)), ret(reg(1, 1))}});\n"
            "s.threads = {{for_(6, 2, {plain(Kind::Continue)}),\n"
            "              do_while({load(0, 0)}, ne(0, reg(1))),\n"
            "              call(0, 0, {reg(0)}, {variable(1)}), mask(7, reg(7, 1), 3)}};\n");
}

// Whatever the style, the text has the same accesses; that it means the same is for the front end
// to say (tests/differential/loops).
TEST(ToC, Styles) {
  Sketch s;
  s.locations = {0, 1};
  s.threads = {{}, {store(0, 1), loop({load(0, 1), if_(eq(0, 0), {plain(Kind::Break)})})}};
  std::set<std::string> texts;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Style style = random_style(seed, s);
    texts.insert(to_c(s, style));
    EXPECT_EQ(to_c(s, style), to_c(s, style));
    EXPECT_FALSE(to_string(style).empty());
  }
  EXPECT_GT(texts.size(), 80u);
}

}  // namespace
}  // namespace overtake::fuzz
