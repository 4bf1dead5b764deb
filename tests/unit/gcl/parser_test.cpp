// What the two parsers accept, and that printing is the inverse of parsing.
#include "gcl/parser.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include "base/error.h"
#include "gcl/print.h"

namespace overtake::gcl {
namespace {

constexpr const char* kEverything = R"(
// every construct of the language
program all
vars x : 0..3 = 1, y = -2 z : -1..1
procs
process p regs $a, $b init q
begin
  q: x = 1; goto r   /* two instructions under one label */
  q: $a = x; goto r;
  r: $b = $a * 2 + -3; goto s
  s: arw(z, $a - 1, -$b); goto t
  t: fence; goto u;
  u: skip; goto v
  v: assume !($a == 1 || $b < 2 && $a >= 0); goto w
  w: assert ($a | 1 ^ $b & 6) != ~$a >> 1 << 2; goto end_
end
process q regs init l begin l: y = (1 - 2) - 3 - (4 - 5); goto l end
)";

TEST(ParseGcl, ReadsEveryConstruct) {
  const Program p = parse_gcl(kEverything, "all.gcl");
  EXPECT_EQ(p.name, "all");
  ASSERT_EQ(p.variables.size(), 3u);
  EXPECT_EQ(p.variables[0].initial, 1);
  EXPECT_EQ(p.variables[0].range->greatest, 3);
  EXPECT_EQ(p.variables[1].initial, -2);
  EXPECT_FALSE(p.variables[1].range);
  EXPECT_EQ(p.variables[2].range->least, -1);
  ASSERT_EQ(p.processes.size(), 2u);
  const Process& process = p.processes[0];
  EXPECT_EQ(process.registers, (std::vector<std::string>{"a", "b"}));
  const Label& q = process.label(process.init);
  EXPECT_EQ(q.name, "q");
  ASSERT_EQ(q.instructions.size(), 2u) << "a choice";
  EXPECT_EQ(process.instruction(q.instructions[0]).statement.kind, StatementKind::Write);
  EXPECT_EQ(process.instruction(q.instructions[1]).statement.kind, StatementKind::Read);
  EXPECT_EQ(process.instruction(q.instructions[1]).statement.variable(), VariableId{0});
  EXPECT_EQ(process.instruction(q.instructions[1]).position.line, 9u);
  EXPECT_EQ(process.labels.back().name, "end_");
  EXPECT_TRUE(process.labels.back().instructions.empty()) << "where the process ends";
}

TEST(PrintGcl, IsTheInverseOfParsing) {
  const Program p = parse_gcl(kEverything, "all.gcl");
  const std::string text = to_gcl(p);
  EXPECT_EQ(parse_gcl(text, "printed.gcl"), p) << text;
  EXPECT_EQ(to_gcl(parse_gcl(text, "printed.gcl")), text);
}

TEST(PrintGcl, UsesFewParentheses) {
  const Program p = parse_gcl(kEverything, "all.gcl");
  auto value = [&](std::size_t process, std::size_t i) {
    return to_text(p.processes[process].instructions[i].statement.value, p.processes[process]);
  };
  EXPECT_EQ(value(0, 2), "$a * 2 + -3");
  EXPECT_EQ(value(0, 6), "!($a == 1 || $b < 2 && $a >= 0)");
  EXPECT_EQ(value(0, 7), "($a | 1 ^ $b & 6) != ~$a >> 1 << 2");
  EXPECT_EQ(value(1, 0), "1 - 2 - 3 - (4 - 5)");
}

TEST(PrintGcl, KeepsTheNegationOfALiteralApartFromANegativeLiteral) {
  const Program p = parse_gcl(
      "program p vars x procs process a regs init q begin q: x = -(1); goto r r: x = -1; goto s s: "
      "x = -9223372036854775808; goto t t: x = - -1; goto u end",
      "n.gcl");
  EXPECT_FALSE(p.processes[0].instructions[0].statement.value.is_literal());
  EXPECT_TRUE(p.processes[0].instructions[1].statement.value.is_literal());
  EXPECT_EQ(parse_gcl(to_gcl(p), "n2.gcl"), p) << to_gcl(p);
}

TEST(PrintGcl, RoundTripsEveryProgramOfTheCorpus) {
  const auto folder = std::filesystem::path(OVERTAKE_SOURCE_DIR) / "tests/programs/gcl";
  int programs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".gcl") continue;
    SCOPED_TRACE(entry.path().string());
    std::ifstream in(entry.path());
    std::stringstream text;
    text << in.rdbuf();
    const Program p = parse_gcl(text.str(), entry.path().string());
    EXPECT_EQ(parse_gcl(to_gcl(p), "printed"), p);
    const Program t = parse_trencher(to_trencher(p), "printed");
    EXPECT_EQ(parse_trencher(to_trencher(t), "printed"), t);
    ++programs;
  }
  EXPECT_GE(programs, 12);
}

// How many cells a file without `memory_size` has: as many as its addresses reach.
std::size_t cells_of(const std::string& body, std::uint32_t value_bits = 0) {
  return parse_trencher("thread t initial a " + body + " end", "t.tre", value_bits)
      .variables.size();
}

TEST(ParseTrencher, CountsTheCellsThatAddressesReach) {
  EXPECT_EQ(cells_of("transition a b noop"), 1u);
  EXPECT_EQ(cells_of("transition a b write 9 4 transition b c read r 2"), 5u);
  // Through registers, and through memory.
  EXPECT_EQ(cells_of("transition a b local p 6 transition b c write 1 p"), 7u);
  EXPECT_EQ(cells_of("transition a b write 8 0 transition b c read p 0 transition c d write 1 p"),
            9u);
  EXPECT_EQ(cells_of("transition a b local p 3 transition b c read p p transition c d write 1 p"),
            4u)
      << "what a register held before it was read into is no address";
  // Counters may be anything, but not so what is left of them.
  const std::string count = "transition a b read r 0 transition b a write + r 1 0 ";
  EXPECT_EQ(cells_of(count + "transition b c write 1 + 1 & r 3"), 5u);
  EXPECT_THROW(cells_of(count + "transition b c write 1 + 1 r"), InputError);
  EXPECT_EQ(cells_of(count + "transition b c write 1 + 1 r", 3), 4u);
  // A cell that others write.
  EXPECT_EQ(parse_trencher("thread t initial a transition a b write 5 1 end "
                           "thread u initial a transition a b read p 1 transition b c write 1 p "
                           "end",
                           "t.tre")
                .variables.size(),
            6u);
}

TEST(ParseTrencher, TakesTheWordInACommentForAComment) {
  const Program p = parse_trencher(
      "# memory_size 7: as many cells\nthread t # memory_size\ninitial a\n"
      "transition a b write 1 1\nend",
      "t.tre");
  EXPECT_EQ(p.variables.size(), 2u);
}

TEST(ParseTrencher, ReadsEveryInstruction) {
  const Program p = parse_trencher(R"(# comment
memory_size 3
thread t  initial a
  transition a b read r 2          # reg addr
  transition b c write + r 1 - r 1 # value addr
  transition c d local s * r 2
  transition d e check && == r 1 ! s
  transition e f noop
  transition f g mfence
  transition g h lock
  transition h a unlock
  transition h h check || <= r 1 & s 3
end)",
                                   "dir/all.tre");
  EXPECT_EQ(p.name, "all");
  EXPECT_EQ(p.variables.size(), 3u);
  const Process& t = p.processes[0];
  EXPECT_EQ(t.registers, (std::vector<std::string>{"r", "s"}));
  ASSERT_EQ(t.instructions.size(), 9u);
  EXPECT_EQ(t.instructions[0].statement.variable(), VariableId{2});
  EXPECT_EQ(t.instructions[1].statement.variable(), std::nullopt) << "a computed address";
  EXPECT_EQ(to_text(t.instructions[1].statement.value, t), "$r + 1");
  EXPECT_EQ(to_text(t.instructions[3].statement.value, t), "$r == 1 && !$s");
  EXPECT_EQ(t.instructions[6].statement.kind, StatementKind::Lock);
  EXPECT_FALSE(p.has_fixed_addresses());
  EXPECT_EQ(t.label(t.init).name, "a");
}

TEST(PrintTrencher, RefusesWhatTheFormatCannotSay) {
  auto convert = [](const std::string& vars, const std::string& statement) {
    return to_trencher(parse_gcl("program p vars " + vars +
                                     " procs process a regs $r init q begin q: " + statement +
                                     "; goto q end",
                                 "p.gcl"));
  };
  EXPECT_NO_THROW(convert("x", "x = $r + 1"));
  EXPECT_THROW(convert("x = 1", "skip"), InputError);
  EXPECT_THROW(convert("x : 0..1", "skip"), InputError);
  EXPECT_THROW(convert("x", "x = $r % 2"), InputError);
  EXPECT_THROW(convert("x", "x = $r | 2"), InputError);
}

}  // namespace
}  // namespace overtake::gcl
