// The text form: what it looks like, that it is exact, and what the parser says about wrong text.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "base/error.h"
#include "generator.h"
#include "ir/builder.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"

namespace overtake::ir {
namespace {

// The example of docs/ir.md.
std::string example() {
  std::ifstream in(OVERTAKE_SOURCE_DIR "/docs/ir.md");
  std::stringstream page;
  page << in.rdbuf();
  const std::string text = page.str();
  const std::string fence = "```ir\n";
  const std::size_t first = text.find(fence) + fence.size();
  return text.substr(first, text.find("```", first) - first);
}

TEST(Text, ExampleIsAFixedPoint) { EXPECT_EQ(print(parse(example(), "example")), example()); }

TEST(Text, ExampleMeansWhatItSays) {
  const Program p = parse(example(), "example");
  ASSERT_EQ(p.functions.size(), 2u);
  EXPECT_EQ(p.entry, FunctionId{1});
  EXPECT_TRUE(p.globals[2].constant);
  EXPECT_EQ(p.globals[2].initial, (std::vector<std::uint8_t>{'b', 'r', 'o', 'k', 'e', 'n', 0}));
  const Function& main = p.functions[1];
  EXPECT_EQ(main.code[0].op, Opcode::Spawn);
  EXPECT_EQ(main.constants[main.code[0].a.index()], function_address(FunctionId{0}));
  EXPECT_EQ(main.constants[main.code[0].b.index()], address_of(p.globals[0].slot, 2));
  EXPECT_EQ(main.code[1].sub, static_cast<std::uint8_t>(RmwFunction::Add));
  EXPECT_EQ(main.code[3].sub, kFullFence);
  EXPECT_EQ(main.code[4].order, Order::SeqCst);
  EXPECT_EQ(main.code[4].sub, 0);
  EXPECT_EQ(main.switches[0].cases[1], (std::pair<std::uint64_t, std::uint32_t>{20, 9}));
  EXPECT_EQ(main.code[7].unwind, 9u);
  EXPECT_EQ(main.code[9].count, 1u);
  EXPECT_EQ(p.sources[3].inlined_at, SourceId{2});
}

TEST(Text, OneInstruction) {
  const Program p = parse(example(), "example");
  EXPECT_EQ(print(p, p.functions[0], p.functions[0].code[0]), "store.4 release @x, 1");
}

TEST(Text, RandomProgramsRoundTrip) {
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    const Program p = random_program(seed);
    ASSERT_EQ(verify(p), std::vector<std::string>{}) << "seed " << seed;
    const std::string text = print(p);
    Program q;
    try {
      q = parse(text, "text");
    } catch (const InputError& e) {
      FAIL() << "seed " << seed << ": " << e.what() << "\n" << text;
    }
    ASSERT_EQ(print(q), text) << "seed " << seed;
    ASSERT_EQ(q, with_canonical_pools(p)) << "seed " << seed << "\n" << text;
  }
}

struct Wrong {
  const char* text;
  const char* message;
};

TEST(Text, ErrorsNameThePlace) {
  const Wrong wrongs[] = {
      {"", "t:1:1: expected a line 'entry @name'"},
      {"hello\n", "t:1:1: expected a declaration (file, global, func, source, ...), found 'hello'"},
      {"entry @main\n", "t:1:7: expected the name of a function, found '@main'"},
      {"entry main\n", "t:1:7: expected the name of a function, found 'main'"},
      {"global @x\n", "t:1:10: expected 'size', found the end of the line"},
      {"global @x size 99999999999999999999\n", "t:1:16: expected a number below 2^64"},
      {"global @x size 1 size 2\n", "t:1:18: expected the end of the line, found 'size'"},
      {"global @x size 1\nglobal @x size 1\n",
       "t:2:8: expected a new name, found '@x' a second time"},
      {"global @x size 1 = \"ab\nentry @x\n", "t:1:23: expected '\"' before the end of the line"},
      {"global @x size 1 = \"\\q\"\n", "t:1:22: expected one of n, t, x, \", \\ after '\\'"},
      {"global @x size 1 = \"\\x1\"\n", "t:1:23: expected two hexadecimal digits after '\\x'"},
      {"file f1 = \"a\"\n", "t:1:6: expected 'f0', found 'f1'"},
      {"source !1 = f0:1:1\n", "t:1:8: expected '!0', found '!1'"},
      {"source !0 = g0:1:1\n", "t:1:13: expected a file, as f0, found 'g0'"},
      {"entry @f\nfunc @f() registers 0 {\n  ret\n",
       "t:4:1: expected an instruction, found the end of the file"},
      {"entry @f\nfunc @f(%1) registers 1 {\n", "t:2:9: expected '%0', found '%1'"},
      {"entry @f\nfunc @f() registers 1 {\n  frobnicate\n}\n",
       "t:3:3: expected an instruction, found 'frobnicate'"},
      {"entry @f\nfunc @f() registers 1 {\n  %0 = add.32 %0\n}\n",
       "t:3:17: expected ',', found the end of the line"},
      {"entry @f\nfunc @f() registers 1 {\n  %0 = add.32 %0, L1\n}\n",
       "t:3:19: expected an operand: a register, a number or a name, found 'L1'"},
      {"entry @f\nfunc @f() registers 1 {\n  %0 = add.32 %0, @q\n}\n",
       "t:3:19: expected the name of a global or a function, found '@q'"},
      {"entry @f\nfunc @f() registers 1 {\n  %0 = add.x %0, 1\n}\n",
       "t:3:8: expected numbers below 256 after '.', found 'add.x'"},
      {"entry @f\nfunc @f() registers 1 {\n  %0 = add.32.1 %0, 1\n}\n",
       "t:3:8: expected fewer parts in 'add.32.1'"},
      {"entry @f\nfunc @f() registers 1 {\n  jump L9\n}\n",
       "t:3:8: expected a label of this function, found 'L9'"},
      {"entry @f\nfunc @f() registers 1 {\nL1:\nL1:\n  ret\n}\n",
       "t:4:1: expected a new label, found 'L1' a second time"},
      {"entry @f\nfunc @f() registers 1 {\n  %0 = load.4 strong %0\n}\n",
       "t:3:15: expected an order (relaxed, acquire, release, acq_rel, seq_cst) or an operand, "
       "found 'strong'"},
      {"entry @f\nfunc @f() registers 1 {\n  %0 = rmw.4 frob %0, 1\n}\n",
       "t:3:14: expected a kind of rmw, found 'frob'"},
      {"entry @f\nfunc @f() registers 1 {\n  ret 1 2\n}\n",
       "t:3:9: expected the end of the line, found '2'"},
      {"entry @f\nfunc @f() registers 1 {\n  ret ~\n}\n",
       "t:3:7: expected an instruction or a declaration, found an unknown character"},
      {"entry @f\nfunc @f() registers 1 {\n  %0 = mov %7\n  ret\n}\n",
       "t:3:1: function 'f', instruction 0 (mov): register %7 out of range"},
      {"entry @f\nfunc @f() registers 1 {\n  %0 = mov 7\n}\n",
       "t:3:1: function 'f', instruction 0 (mov): control falls off the end"},
  };
  for (const Wrong& wrong : wrongs) {
    try {
      parse(wrong.text, "t");
      ADD_FAILURE() << "accepted:\n" << wrong.text;
    } catch (const InputError& e) {
      EXPECT_EQ(e.what(), std::string(wrong.message)) << wrong.text;
    }
  }
}

// Damaged text is refused or read, never a crash.
TEST(Text, SurvivesDamage) {
  const std::string good = example();
  Random random(7);
  for (int k = 0; k < 3000; ++k) {
    std::string text = good;
    for (std::uint32_t n = 1 + random.below(3); n > 0; --n) {
      const std::size_t at = random.below(text.size());
      switch (random.below(3)) {
        case 0:
          text[at] = static_cast<char>(random.bits());
          break;
        case 1:
          text.erase(at, 1 + random.below(10));
          break;
        default:
          text.insert(at, text.substr(random.below(text.size()), random.below(10)));
      }
    }
    try {
      const Program p = parse(text, "t");
      EXPECT_EQ(verify(p), std::vector<std::string>{});
    } catch (const InputError&) {
    }
  }
}

}  // namespace
}  // namespace overtake::ir
