// What the lowering means on the machine: choice, assume, ranges, computed addresses, locks.
#include "gcl/lower.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "exec/executor.h"
#include "gcl/parser.h"
#include "ir/verify.h"
#include "memory/lower.h"
#include "smc/exhaustive.h"

namespace overtake::gcl {
namespace {

struct Finals {
  std::set<std::int64_t> first_cell;  // of complete runs
  std::set<ir::ErrorKind> errors;
  int blocked = 0;
};

Finals run(const Program& program, Model model) {
  const ir::Program lowered = memory::lower_orders(lower(program), model);
  ir::verify_or_throw(lowered);
  const exec::Executor executor(lowered);
  smc::ExhaustiveOptions options;
  options.machine.model = model;
  options.classes = false;
  Finals finals;
  EXPECT_TRUE(smc::exhaustive(executor, options, [&](const smc::FinalRun& run) {
    for (std::size_t t = 0; t < run.machine.thread_count(); ++t) {
      const exec::Thread& thread = run.machine.thread(ThreadId{t});
      if (thread.status() == exec::Status::Failed) finals.errors.insert(thread.error().kind);
    }
    if (run.ending == memory::Ending::Blocked) ++finals.blocked;
    if (run.ending == memory::Ending::Complete)
      finals.first_cell.insert(
          static_cast<std::int64_t>(run.machine.global_value(ir::GlobalId{0}, 0, 8).lo));
    return true;
  }));
  return finals;
}

Finals run_gcl(const std::string& text, Model model = Model::SC) {
  return run(parse_gcl(text, "test.gcl"), model);
}

using Values = std::set<std::int64_t>;

TEST(LowerGcl, ChoosesAmongTheInstructionsOfALabel) {
  const Finals f = run_gcl(
      "program p vars x procs process a regs init q begin "
      "q: x = 1; goto e q: x = 2; goto e q: skip; goto e end");
  EXPECT_EQ(f.first_cell, (Values{0, 1, 2}));
}

TEST(LowerGcl, AFalseAssumeIsNoAlternative) {
  const Finals f = run_gcl(
      "program p vars x procs process a regs $r init q begin "
      "q: assume $r == 1; goto one q: assume $r == 0; goto two q: assume $r < 1; goto three "
      "one: x = 1; goto e two: x = 2; goto e three: x = 3; goto e end");
  EXPECT_EQ(f.first_cell, (Values{2, 3}));
  EXPECT_EQ(f.blocked, 0) << "closed alternatives are not taken and then found to block";
}

TEST(LowerGcl, AProcessStopsWhereNothingCanBeTaken) {
  const Finals f = run_gcl(
      "program p vars x procs process a regs $r init q begin "
      "q: assume $r; goto e q: assume $r > 3; goto e end");
  EXPECT_TRUE(f.first_cell.empty());
  EXPECT_EQ(f.blocked, 1);
}

TEST(LowerGcl, ArwTakesTheLockOnce) {
  const std::string p =
      " regs $r init q begin q: arw(l, 0, 1); goto r r: $r = x; goto s "
      "s: x = $r + 1; goto t t: l = 0; goto e end ";
  const std::string text = "program p vars x l procs process a" + p + "process b" + p;
  EXPECT_EQ(run_gcl(text, Model::SC).first_cell, (Values{2}));
  EXPECT_EQ(run_gcl(text, Model::TSO).first_cell, (Values{2}));
  EXPECT_EQ(run_gcl(text, Model::PSO).first_cell, (Values{1, 2})) << "released too early";
}

TEST(LowerGcl, StoresAreBufferedAndFencesDrain) {
  auto process = [](const std::string& me, const std::string& other, const std::string& between,
                    const std::string& number) {
    return "process p" + number + " regs $r init q begin q: " + me + " = 1; goto f f: " + between +
           "; goto g g: $r = " + other + "; goto h h: assume $r == 0; goto i i: last = " + number +
           "; goto e end ";
  };
  auto sb = [&](const std::string& between) {
    return "program p vars last x y procs " + process("x", "y", between, "1") +
           process("y", "x", between, "2");
  };
  // Complete runs are those in which both read 0.
  EXPECT_TRUE(run_gcl(sb("skip"), Model::SC).first_cell.empty());
  EXPECT_EQ(run_gcl(sb("skip"), Model::TSO).first_cell, (Values{1, 2}));
  EXPECT_TRUE(run_gcl(sb("fence"), Model::TSO).first_cell.empty());
}

TEST(LowerGcl, AssertAndRangeAreErrors) {
  const auto process = [](const std::string& vars, const std::string& statement) {
    return run_gcl("program p vars " + vars +
                   " procs process a regs $r init q begin q: " + statement + "; goto e end");
  };
  EXPECT_TRUE(process("x", "assert 2 > 1").errors.empty());
  EXPECT_EQ(process("x", "assert 2 < 1").errors.count(ir::ErrorKind::Assertion), 1u);
  EXPECT_TRUE(process("x : 0..3", "x = 3").errors.empty());
  EXPECT_EQ(process("x : 0..3", "x = 4").errors.count(ir::ErrorKind::Assertion), 1u);
  EXPECT_EQ(process("x : 0..3", "x = -1").errors.count(ir::ErrorKind::Assertion), 1u);
  EXPECT_EQ(process("x : 0..3", "arw(x, 0, 7)").errors.count(ir::ErrorKind::Assertion), 1u);
  EXPECT_EQ(process("x", "x = 1 / $r").errors.count(ir::ErrorKind::DivisionByZero), 1u);
  EXPECT_EQ(process("x", "x = $r != 0 && 1 / $r").first_cell, (Values{0}));
}

TEST(LowerGcl, ComputesAsCDoes) {
  const Finals f = run_gcl(
      "program p vars x procs process a regs $r init q begin q: $r = -7; goto r "
      "r: x = ($r / 2) * 1000 + ($r % 2) * 100 + ($r >> 1) * 10 + ($r < -6) + (~$r == 6) * 2 + "
      "((5 & 6 | 8 ^ 1) == 13) * 4 + (!$r == 0) * 8; goto e end");
  EXPECT_EQ(f.first_cell, (Values{-3000 - 100 - 40 + 1 + 2 + 4 + 8}));
}

TEST(LowerGcl, AProcessThatOnlySkipsHasEnded) {
  EXPECT_EQ(run_gcl("program p vars x procs process a regs init q begin "
                    "q: x = 5; goto r r: skip; goto s s: skip; goto r end")
                .first_cell,
            (Values{5}));
}

// Whatever the circle: one label or several, one round or many until the registers are as before,
// a way that leads into it, a choice that cannot matter.
TEST(LowerGcl, AProcessThatWorksOnItsRegistersInCirclesHasEnded) {
  const auto after_write = [](const std::string& rest) {
    const Finals f = run_gcl(
        "program p vars x procs process a regs $r $s init q begin q: x = 5; "
        "goto l " +
        rest + " end");
    EXPECT_EQ(f.blocked, 0) << rest;
    EXPECT_TRUE(f.errors.empty()) << rest;
    return f.first_cell;
  };
  EXPECT_EQ(after_write("l: $r = 1; goto l"), (Values{5}));
  EXPECT_EQ(after_write("l: assume $r == 0; goto l"), (Values{5}));
  EXPECT_EQ(after_write("l: assert $r == 0; goto m m: skip; goto l"), (Values{5}));
  EXPECT_EQ(after_write("l: $r = ($r + 1) % 5; goto m m: $s = $r; goto l"), (Values{5}));
  EXPECT_EQ(after_write("l: assume $r < 9; goto m m: $r = $r + 1; goto l "
                        "l: assume $r == 9; goto n n: $r = 7; goto l"),
            (Values{5}));
  EXPECT_EQ(after_write("l: $r = 1 - $r; goto l l: $r = $s; goto l"), (Values{5}));
  EXPECT_EQ(after_write("l: fence; goto l"), (Values{5}));
  EXPECT_EQ(after_write("l: fence; goto m m: $r = 1 - $r; goto n n: assume $s == 0; goto l"),
            (Values{5}));
}

// A circle that is left is none, and one in which something fails is an error.
TEST(LowerGcl, LoopsOfLocalWorkThatEndDo) {
  const Finals f = run_gcl(
      "program p vars x procs process a regs $r init l begin l: assume $r < 100; goto m "
      "m: $r = $r + 1; goto l l: assume $r == 100; goto n n: x = $r; goto e end");
  EXPECT_EQ(f.first_cell, (Values{100}));
  EXPECT_EQ(run_gcl("program p vars x procs process a regs $r init l begin "
                    "l: $r = $r + 1; goto m m: assert $r < 50; goto l end")
                .errors,
            (std::set{ir::ErrorKind::Assertion}));
  // What a read finds changes, though the process has been at the label with the same registers.
  EXPECT_EQ(run_gcl("program p vars x procs process a regs $r init l begin l: assume $r == 0; "
                    "goto m m: skip; goto n n: $r = x; goto o o: $r = 0; goto p p: skip; goto e "
                    "end")
                .first_cell,
            (Values{0}));
}

TEST(LowerTrencher, ReachesCellsByAddress) {
  const Program p = parse_trencher(
      "memory_size 4 thread t initial a transition a b write 3 1 transition b c read r 1 "
      "transition c d write + r 4 - r 3 end",
      "t.tre");
  EXPECT_EQ(run(p, Model::TSO).first_cell, (Values{7}));
}

TEST(LowerTrencher, AWildAddressIsAnError) {
  const Program p = parse_trencher(
      "memory_size 4 thread t initial a transition a b local r 4 transition b c write 1 r end",
      "t.tre");
  EXPECT_EQ(run(p, Model::SC).errors.count(ir::ErrorKind::OutOfBounds), 1u);
}

TEST(LowerTrencher, TheLockKeepsOthersOut) {
  const std::string body =
      " initial a transition a b lock transition b c read r 0 transition c d write + r 1 0 "
      "transition d e unlock end ";
  const std::string locked = "memory_size 1 thread t" + body + "thread u" + body;
  for (const Model m : {Model::SC, Model::TSO, Model::PSO})
    EXPECT_EQ(run(parse_trencher(locked, "t.tre"), m).first_cell, (Values{2}));
  const std::string open = " initial b transition b c read r 0 transition c d write + r 1 0 end ";
  EXPECT_EQ(
      run(parse_trencher("memory_size 1 thread t" + body + "thread u" + open, "t.tre"), Model::SC)
          .first_cell,
      (Values{1, 2}));
}

}  // namespace
}  // namespace overtake::gcl
