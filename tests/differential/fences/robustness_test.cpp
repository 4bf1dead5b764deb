// Robustness and safety against their definitions, on random guarded commands.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <set>
#include <string>

#include "common.h"
#include "fences/fences.h"
#include "fences/gcl_subject.h"
#include "gcl/lower.h"
#include "gcl/parser.h"
#include "gcl/print.h"
#include "memory/lower.h"
#include "oracle.h"
#include "smc/exhaustive.h"
#include "support/print.h"

namespace overtake::fences {
namespace {

// `good` is the definition. The set that comes back must make the program good, and no fence of it
// may be missing.
template <class Good>
void expect_right(const gcl::Program& program, const FenceOptions& options, const Good& good,
                  std::uint32_t& needed) {
  const GclSubject subject(program);
  const Report report = find_fences(subject, options);
  ASSERT_EQ(report.verdict == Verdict::NoFencesNeeded, good(program));
  if (report.verdict == Verdict::NoFencesNeeded) return;
  ASSERT_EQ(report.verdict, Verdict::FencesNeeded);
  ++needed;
  ASSERT_TRUE(good(with_fences(program, subject.places(report.placements))));
  for (std::size_t i = 0; i < report.placements.size(); ++i) {
    std::vector<Placement> fewer = report.placements;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    ASSERT_FALSE(good(with_fences(program, subject.places(fewer))));
  }
}

void expect_robustness_by_definition(std::uint32_t count,
                                     const std::function<gcl::Program(std::uint32_t)>& program_of) {
  std::uint32_t needed = 0;
  const std::uint32_t first = first_program();
  for (std::uint32_t seed = first; seed < first + count; ++seed) {
    const gcl::Program program = program_of(seed);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, text_of(program)));
    expect_right(
        program, {.criterion = Criterion::Robustness, .model = Model::TSO},
        [](const gcl::Program& p) { return is_robust_by_definition(gcl::lower(p), Model::TSO); },
        needed);
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_TRUE(count < 250 || needed > count / 50) << needed;
}

TEST(Robustness, IsWhatTheDefinitionSaysUnderTso) {
  expect_robustness_by_definition(program_count(4'000),
                                  [](std::uint32_t seed) { return random_program(seed); });
}

TEST(Robustness, IsWhatTheDefinitionSaysOfAtomicSections) {
  expect_robustness_by_definition(program_count(500), random_sections);
}

// The lowered program with these fences, of both kinds.
ir::Program lowered(const gcl::Program& program, const GclSubject& subject,
                    const std::vector<Placement>& fences) {
  gcl::Program fenced = program;
  std::vector<std::pair<std::size_t, gcl::InstructionId>> store_fences;
  for (const Placement& f : fences)
    for (const GclPlace& place : subject.places({f})) {
      const gcl::InstructionId added{fenced.processes[place.process].instructions.size()};
      fenced = with_fences(fenced, {place});
      if (f.kind == FenceKind::StoreStore) store_fences.emplace_back(place.process, added);
    }
  return gcl::lower(fenced, store_fences);
}

// The monitors, with atomic read-writes that wait, and sets of fences of both kinds.
TEST(Robustness, IsWhatTheDefinitionSaysUnderPso) {
  std::uint32_t needed = 0, store_store = 0;
  const std::uint32_t first = first_program();
  const std::uint32_t count = program_count(1'000);
  for (std::uint32_t seed = first; seed < first + count; ++seed) {
    const gcl::Program program = random_program(seed, false, /*plain=*/seed % 3 == 0);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, gcl::to_gcl(program)));
    const GclSubject subject(program);
    const auto robust = [&](const std::vector<Placement>& fences) {
      return is_robust_by_definition(lowered(program, subject, fences), Model::PSO);
    };
    const Report report =
        find_fences(subject, {.criterion = Criterion::Robustness, .model = Model::PSO});
    ASSERT_EQ(report.verdict == Verdict::NoFencesNeeded, robust({}));
    if (report.verdict == Verdict::NoFencesNeeded) continue;
    ASSERT_EQ(report.verdict, Verdict::FencesNeeded);
    ++needed;
    ASSERT_TRUE(robust(report.placements));
    for (std::size_t i = 0; i < report.placements.size(); ++i) {
      std::vector<Placement> fewer = report.placements;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      ASSERT_FALSE(robust(fewer));
      if (report.placements[i].kind == FenceKind::StoreStore) {
        ++store_store;
        continue;
      }
      std::vector<Placement> weaker = report.placements;
      weaker[i].kind = FenceKind::StoreStore;
      ASSERT_FALSE(robust(weaker));
    }
  }
  EXPECT_TRUE(count < 250 || needed > count / 50) << needed;
  EXPECT_TRUE(count < 250 || store_store > 0);
}

// With loops: what ends is decided, what does not is not. A process that spins has an end; one that
// writes in every round has none.
TEST(Robustness, IsUndecidedUnderPsoIfAProgramDoesNotEnd) {
  const auto verdict_of = [](const std::string& rest) {
    const GclSubject subject(
        gcl::parse_gcl("program mp vars x y procs\n"
                       "process p regs init a begin a: x = 1; goto b b: y = 1; goto c end\n"
                       "process q regs $r $s init a begin " +
                           rest + " end\n",
                       "mp.gcl"));
    return find_fences(subject, {.criterion = Criterion::Robustness, .model = Model::PSO});
  };
  const std::string waits =
      "a: $r = y; goto b b: assume $r == 0; goto a b: assume $r == 1; goto c c: $s = x; goto d";
  const Report spins = verdict_of(waits);
  ASSERT_EQ(spins.verdict, Verdict::FencesNeeded);
  ASSERT_EQ(spins.fences.size(), 1u);
  EXPECT_EQ(spins.fences[0].kind, FenceKind::StoreStore);
  const Report writes = verdict_of("a: $r = y; goto b b: x = $r; goto a");
  EXPECT_EQ(writes.verdict, Verdict::Undecided);
  ASSERT_EQ(writes.limits.size(), 1u);
  EXPECT_EQ(writes.limits[0].limit, Limit::Endless);
  EXPECT_EQ(writes.limits[0].subject, "q");
  const Report chooses = verdict_of("a: $r = y; goto a a: $r = x; goto a");
  EXPECT_EQ(chooses.verdict, Verdict::Undecided);
  // Three rounds and no more.
  const Report counts = verdict_of(
      "a: x = $r; goto b b: $r = $r + 1; goto c c: assume $r < 3; goto a c: assume $r == 3; goto "
      "d");
  EXPECT_NE(counts.verdict, Verdict::Undecided);
}

// --- safety -------------------------------------------------------------------------------------

using Memory = std::vector<std::int64_t>;

// A variable for what each process knows at its end, and the order in which they tell.
gcl::Program telling(gcl::Program p) {
  using gcl::Expr;
  using gcl::StatementKind;
  const auto add_variable = [&](const std::string& name) {
    p.variables.push_back({.name = name});
    return Expr::literal(static_cast<std::int64_t>(p.variables.size() - 1));
  };
  const Expr done = add_variable("done");
  for (std::size_t i = 0; i < p.processes.size(); ++i) {
    gcl::Process& process = p.processes[i];
    const Expr told = add_variable("told" + std::to_string(i + 1));
    gcl::LabelId at = process.intern_label("tell0");
    // Labels without instructions are where it ended.
    for (gcl::Instruction& instruction : process.instructions)
      if (process.label(instruction.to).instructions.empty()) instruction.to = at;
    const auto then = [&](gcl::Statement statement) {
      const gcl::LabelId to = process.intern_label("tell" + std::to_string(process.labels.size()));
      process.add({.from = at, .statement = std::move(statement), .to = to});
      at = to;
    };
    Expr knows{.op = gcl::Operator::Add};
    Expr twice{.op = gcl::Operator::Mul};
    twice.operands = {Expr::literal(8), Expr::register_(gcl::RegisterId{1})};
    knows.operands = {Expr::register_(gcl::RegisterId{0}), twice};
    then({.kind = StatementKind::Write, .address = told, .value = knows});
    then({.kind = StatementKind::Fence});
    const auto order = static_cast<std::int64_t>(i);
    then({.kind = StatementKind::Arw,
          .address = done,
          .value = Expr::literal(order),
          .desired = Expr::literal(order + 1)});
  }
  return p;
}

// The memory once all have told.
std::set<Memory> outcomes(const gcl::Program& p, Model model) {
  const ir::Program lowered = memory::lower_orders(gcl::lower(p), model);
  const exec::Executor executor(lowered);
  std::set<Memory> all;
  smc::exhaustive(
      executor, {.machine = {.model = model}, .classes = false}, [&](const smc::FinalRun& run) {
        Memory m;
        for (std::size_t v = 0; v < p.variables.size(); ++v)
          m.push_back(
              static_cast<std::int64_t>(run.machine.global_value(ir::GlobalId{v}, 0, 8).lo));
        if (run.ending == memory::Ending::Complete) all.insert(m);
        return true;
      });
  return all;
}

// A process that looks at what was told and asserts that it is not `wrong`.
gcl::Program forbidding(gcl::Program p, const Memory& wrong) {
  using gcl::Expr;
  using gcl::StatementKind;
  gcl::Process watch;
  watch.name = "watch";
  gcl::LabelId at = watch.init = watch.intern_label("q0");
  const auto then = [&](gcl::Statement statement) {
    const gcl::LabelId to = watch.intern_label("q" + std::to_string(watch.labels.size()));
    watch.add({.from = at, .statement = std::move(statement), .to = to});
    at = to;
  };
  const auto all = static_cast<std::int64_t>(p.processes.size());
  std::size_t done = 0;
  while (p.variables[done].name != "done") ++done;
  then({.kind = StatementKind::Arw,
        .address = Expr::literal(static_cast<std::int64_t>(done)),
        .value = Expr::literal(all),
        .desired = Expr::literal(all)});
  Expr different{.op = gcl::Operator::Literal, .value = 0};
  for (std::size_t v = 0; v < p.variables.size(); ++v) {
    watch.registers.push_back("r" + std::to_string(v));
    then({.kind = StatementKind::Read,
          .reg = gcl::RegisterId{v},
          .address = Expr::literal(static_cast<std::int64_t>(v))});
    Expr differs{.op = gcl::Operator::Ne};
    differs.operands = {Expr::register_(gcl::RegisterId{v}), Expr::literal(wrong[v])};
    Expr either{.op = gcl::Operator::Or};
    either.operands = {different, differs};
    different = either;
  }
  then({.kind = StatementKind::Assert, .value = different});
  p.processes.push_back(std::move(watch));
  return p;
}

class Safety : public testing::TestWithParam<Model> {};

TEST_P(Safety, IsWhatTheDefinitionSays) {
  const Model model = GetParam();
  std::uint32_t needed = 0;
  const std::uint32_t count = program_count(300);
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    const gcl::Program talking = telling(random_program(seed, false, /*plain=*/true));
    const std::set<Memory> under_sc = outcomes(talking, Model::SC);
    for (const Memory& m : outcomes(talking, model)) {
      if (under_sc.contains(m)) continue;
      const gcl::Program program = forbidding(talking, m);
      SCOPED_TRACE(fmt::format("seed {}\n{}", seed, gcl::to_gcl(program)));
      expect_right(
          program, {.criterion = Criterion::Safety, .model = model},
          [model](const gcl::Program& p) { return !fails_by_definition(gcl::lower(p), model); },
          needed);
      if (testing::Test::HasFatalFailure()) return;
      break;
    }
  }
  EXPECT_TRUE(count < 250 || needed > count / 100) << needed;
}

TEST_P(Safety, TellsWhatFailsAnyway) {
  std::uint32_t wrong_anyway = 0, fine = 0;
  const std::uint32_t count = program_count(500);
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    const gcl::Program program = random_program(seed, /*asserts=*/true);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, gcl::to_gcl(program)));
    const Verdict verdict =
        find_fences(GclSubject(program), {.criterion = Criterion::Safety, .model = GetParam()})
            .verdict;
    const bool fails = fails_by_definition(gcl::lower(program), Model::SC);
    ASSERT_EQ(verdict == Verdict::FailsUnderSc, fails);
    ++(fails ? wrong_anyway : fine);
  }
  EXPECT_TRUE(count < 250 || wrong_anyway > 0);
  EXPECT_TRUE(count < 250 || fine > 0);
}

INSTANTIATE_TEST_SUITE_P(Models, Safety, testing::Values(Model::TSO, Model::PSO),
                         [](const auto& info) { return std::string(name(info.param)); });

}  // namespace
}  // namespace overtake::fences
