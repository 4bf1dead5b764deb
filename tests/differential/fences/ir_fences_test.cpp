// Sets of fences for programs of the IR, on the random programs of fuzz, under TSO and PSO: they
// are needed if the oracle says so, they suffice, and none can be left out or weakened. The oracle
// sees fences as statements of the sketch, the engine as places in a file.
//
// OVERTAKE_FENCES_PROGRAMS and OVERTAKE_FENCES_FIRST choose the seeds.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/error.h"
#include "common.h"
#include "fences/fences.h"
#include "fences/ir_subject.h"
#include "fuzz/engine.h"
#include "fuzz/naive.h"
#include "fuzz/random_program.h"
#include "fuzz/to_c.h"
#include "fuzz/to_ir.h"
#include "memory/lower.h"
#include "oracle.h"
#include "support/folder.h"
#include "support/print.h"

namespace overtake::fences {
namespace {

using fuzz::MachineName;
using fuzz::Sketch;

// A file whose line n + 1 is a statement: the n-th of a program.
const std::string& source_file() {
  static const std::string path = [] {
    static const test::Folder folder;
    std::string text = "void f(void) {\n";
    for (int line = 0; line < 200; ++line) text += "x = 1;\n";
    return folder.file("sketch.c", text);
  }();
  return path;
}

IrSubject subject_of(const Sketch& sketch, MachineName m) {
  ir::Program program = memory::lower_orders(fuzz::to_ir(sketch), m);
  for (ir::File& file : program.files)
    if (file.path == "sketch") file.path = source_file();
  for (ir::Source& s : program.sources) ++s.line;
  return IrSubject(std::move(program), m.pso_rmw);
}

// The sketch with fences after the statements of these numbers.
class Fencing {
 public:
  explicit Fencing(const std::vector<Fence>& fences) {
    for (const Fence& f : fences) kinds_[f.line - 1] = f.kind;
  }

  Sketch run(Sketch sketch) {
    for (fuzz::Block& thread : sketch.threads) thread = fenced(thread);
    return sketch;
  }

 private:
  fuzz::Block fenced(const fuzz::Block& block) {
    fuzz::Block out;
    for (fuzz::Statement s : block) {
      const std::uint32_t number = ++line_;
      s.body = fenced(s.body);
      s.otherwise = fenced(s.otherwise);
      out.push_back(std::move(s));
      if (const auto it = kinds_.find(number); it != kinds_.end())
        out.push_back(fuzz::plain(it->second == FenceKind::Full ? fuzz::Kind::Fence
                                                                : fuzz::Kind::StoreFence));
    }
    return out;
  }

  std::map<std::uint32_t, FenceKind> kinds_;
  std::uint32_t line_ = 0;
};

Sketch sketch_with_fences(const Sketch& sketch, const std::vector<Fence>& fences) {
  return Fencing(fences).run(sketch);
}

// An error that `overtake check` reports, by the naive machine.
bool has_error(const Sketch& sketch, MachineName m) {
  const auto found = fuzz::naive_outcomes(sketch, {.model = m});
  return std::ranges::any_of(found.outcomes, [](const fuzz::Outcome& o) {
    const auto any = [&](fuzz::Ending e) {
      return std::ranges::any_of(o.threads, [&](const auto& t) { return t.ending == e; });
    };
    // A thread that may wait for one that was stopped does not wait for ever.
    return any(fuzz::Ending::Failed) ||
           (any(fuzz::Ending::Stuck) && !any(fuzz::Ending::Assumed) && !any(fuzz::Ending::Exited));
  });
}

bool has_lifetime_error(const Sketch& sketch, MachineName m) {
  const auto found = fuzz::naive_outcomes(sketch, {.model = m});
  return std::ranges::any_of(found.outcomes, [](const fuzz::Outcome& o) {
    return std::ranges::any_of(o.threads, [](const fuzz::ThreadOutcome& t) {
      return t.ending == fuzz::Ending::Failed &&
             (t.error == ir::ErrorKind::UseAfterFree || t.error == ir::ErrorKind::DoubleFree ||
              t.error == ir::ErrorKind::DeadStackObject);
    });
  });
}

bool is_robust(const Sketch& sketch, MachineName m) {
  return is_robust_by_definition(fuzz::to_ir(sketch), m.base, FailedCas::Reads, m.pso_rmw);
}

// A program that fails if its threads end like this: main joins them and looks at their results.
std::optional<Sketch> forbidding(Sketch sketch, const fuzz::Outcome& outcome) {
  const std::vector<std::uint8_t> roots = fuzz::roots(sketch);
  if (roots.size() + 1 != sketch.threads.size()) return std::nullopt;
  if (fuzz::uses(sketch, fuzz::Kind::Join)) return std::nullopt;
  fuzz::Block& main = sketch.threads[0];
  const auto first = static_cast<std::uint8_t>(fuzz::register_count(main));
  fuzz::Block inner;
  for (std::size_t i = roots.size(); i-- > 0;) {
    const std::string name = fmt::format("T{}", i + 1);
    const auto it = std::ranges::find(outcome.threads, name, &fuzz::ThreadOutcome::name);
    if (it == outcome.threads.end() || it->ending != fuzz::Ending::Ended) return std::nullopt;
    const auto reg = static_cast<std::uint8_t>(first + i);
    const auto result = static_cast<std::uint32_t>(it->result);
    if (inner.empty())
      inner = {fuzz::assert_(fuzz::ne(reg, result))};
    else
      inner = {fuzz::if_(fuzz::eq(reg, result), std::move(inner))};
  }
  sketch.join_all = false;
  for (std::size_t i = 0; i < roots.size(); ++i)
    main.push_back(fuzz::on(fuzz::Kind::Join, roots[i], static_cast<std::uint8_t>(first + i)));
  main.insert(main.end(), inner.begin(), inner.end());
  return sketch;
}

struct Counts {
  std::uint32_t compared = 0, needed = 0, fails_anyway = 0;
};

// `good` is the definition. The set that comes back must make the program good, and no fence of it
// may be missing, or weaker.
template <class Good>
void expect_right(const Sketch& sketch, MachineName m, Criterion criterion, const Good& good,
                  Counts& counts) {
  const IrSubject subject = subject_of(sketch, m);
  const Report report = find_fences(subject, {.criterion = criterion, .model = m});
  if (report.verdict == Verdict::Undecided) {  // monitors leave races of lifetimes alone
    ASSERT_TRUE(criterion == Criterion::Robustness && has_lifetime_error(sketch, m));
    return;
  }
  ++counts.compared;
  if (criterion == Criterion::Safety) {
    const bool anyway = has_error(sketch, {Model::SC, PsoRmw::All});
    ASSERT_EQ(report.verdict == Verdict::FailsUnderSc, anyway) << report.failure;
    counts.fails_anyway += anyway ? 1 : 0;
    if (anyway) return;
  }
  ASSERT_EQ(report.verdict == Verdict::NoFencesNeeded, good(sketch)) << report.failure;
  if (report.verdict == Verdict::NoFencesNeeded) return;
  ++counts.needed;
  std::string chosen = "fences after lines";
  for (const Fence& f : report.fences)
    chosen += fmt::format(" {}{}", f.line - 1, f.kind == FenceKind::Full ? "" : " (store-store)");
  SCOPED_TRACE(chosen);
  ASSERT_TRUE(good(sketch_with_fences(sketch, report.fences)));
  for (std::size_t i = 0; i < report.fences.size(); ++i) {
    std::vector<Fence> fewer = report.fences;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    ASSERT_FALSE(good(sketch_with_fences(sketch, fewer))) << report.fences[i].line;
    if (m != Model::PSO || report.fences[i].kind != FenceKind::Full) continue;
    std::vector<Fence> weaker = report.fences;
    weaker[i].kind = FenceKind::StoreStore;
    ASSERT_FALSE(good(sketch_with_fences(sketch, weaker))) << report.fences[i].line;
  }
}

class IrFences : public testing::TestWithParam<MachineName> {
 protected:
  template <class Check>
  static void each_sketch(std::uint32_t usual, const Check& check) {
    const std::uint32_t first = first_program();
    const std::uint32_t count = program_count(usual);
    for (std::uint32_t seed = first; seed < first + count; ++seed) {
      const Sketch sketch = fuzz::random_sketch(seed);
      SCOPED_TRACE(
          fmt::format("{} seed {}\n{}", fuzz::to_string(GetParam()), seed, fuzz::to_c(sketch)));
      try {
        check(sketch);
      } catch (const std::exception& e) {
        FAIL() << e.what();
      }
      if (HasFatalFailure()) return;
    }
  }
};

TEST_P(IrFences, MakeProgramsRobust) {
  const MachineName m = GetParam();
  Counts counts;
  const std::uint32_t usual = 300;
  each_sketch(usual, [&](const Sketch& sketch) {
    // Attacks know neither atomic sections nor parts of locations; the monitors do.
    const bool sections = fuzz::uses(sketch, fuzz::Kind::Atomic);
    if (m == Model::TSO && (sections || has_parts(sketch))) return;
    expect_right(
        sketch, m, Criterion::Robustness, [&](const Sketch& s) { return is_robust(s, m); }, counts);
  });
  EXPECT_TRUE(program_count(usual) < usual || counts.needed > usual / 20) << counts.needed;
}

TEST_P(IrFences, MakeProgramsSafe) {
  const MachineName m = GetParam();
  Counts counts;
  const auto safe = [&](const Sketch& s) { return !has_error(s, m); };
  const std::uint32_t usual = 300;
  each_sketch(usual, [&](const Sketch& sketch) {
    if (has_parts(sketch)) return;
    expect_right(sketch, m, Criterion::Safety, safe, counts);
    if (testing::Test::HasFatalFailure()) return;
    // What threads see only on the weak machine becomes an error.
    if (has_error(sketch, {Model::SC, PsoRmw::All})) return;
    std::set<std::vector<fuzz::ThreadOutcome>> under_sc;
    for (const fuzz::Outcome& o : fuzz::naive_outcomes(sketch, {.model = Model::SC}).outcomes)
      under_sc.insert(o.threads);
    for (const fuzz::Outcome& o : fuzz::naive_outcomes(sketch, {.model = m}).outcomes) {
      if (under_sc.contains(o.threads)) continue;
      const auto strict = forbidding(sketch, o);
      if (!strict) continue;
      SCOPED_TRACE(fuzz::to_c(*strict));
      expect_right(*strict, m, Criterion::Safety, safe, counts);
      return;
    }
  });
  EXPECT_TRUE(program_count(usual) < usual || counts.needed > usual / 200) << counts.needed;
  EXPECT_TRUE(program_count(usual) < usual || counts.fails_anyway > 0);
}

INSTANTIATE_TEST_SUITE_P(Machines, IrFences,
                         testing::Values(MachineName{Model::TSO, PsoRmw::All},
                                         MachineName{Model::PSO, PsoRmw::All},
                                         MachineName{Model::PSO, PsoRmw::Location}),
                         [](const auto& info) {
                           std::string text = fuzz::to_string(info.param);
                           std::erase(text, '-');
                           return text;
                         });

}  // namespace
}  // namespace overtake::fences
