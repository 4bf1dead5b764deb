#include "fuzz/c_property.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "base/error.h"
#include "frontend/input.h"
#include "fuzz/loop_judge.h"
#include "fuzz/to_c.h"
#include "fuzz/to_ir.h"
#include "ir/localize.h"
#include "ir/simplify.h"
#include "ir/verify.h"

namespace overtake::fuzz {

namespace {

using smc::Equivalence;
using Machines = std::vector<MachineName>;
using Verdict = std::optional<std::string>;

// A file of its own folder, gone with the object.
class TemporaryFile {
 public:
  TemporaryFile(const std::string& text, bool cpp) : cpp_(cpp) {
    std::string pattern = std::filesystem::temp_directory_path() / "overtake-fuzz-XXXXXX";
    if (mkdtemp(pattern.data()) == nullptr)
      throw InputError("cannot make a temporary folder " + pattern);
    folder_ = pattern;
    std::ofstream out(path());
    out << text;
    if (!out.flush()) throw InputError("cannot write " + path());
  }
  ~TemporaryFile() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  std::string path() const { return folder_ / (cpp_ ? "sketch.cpp" : "sketch.c"); }

 private:
  bool cpp_;
  std::filesystem::path folder_;
};

// Unused where there is no front end for C, as is check_changed.
[[maybe_unused]] Verdict check_c(const Sketch& sketch, const Machines& machines) {
  const ir::Program program = to_ir(sketch);
  ir::Program c = compiled(sketch);
  ir::localize(c);
  ir::simplify(c);
  for (const MachineName m : machines)
    if (auto d = difference("the IR", engine_outcomes(sketch, program, m), "the C text",
                            engine_outcomes(sketch, c, m)))
      return fmt::format("under {}\n{}", to_string(m), *d);
  return std::nullopt;
}

// --- the program, changed ----------------------------------------------------------------------

constexpr Equivalence kExplorations[] = {Equivalence::Exhaustive, Equivalence::Rf,
                                         Equivalence::Rvf};

// A program is explored some fifty times. One of twenty would take more time than all others
// together: it is passed over.
constexpr RunLimits kSmall{.executions = 1'000, .configurations = 15'000};

// A text of the program, and what must stay as it is with the plain one.
struct Text {
  std::string what;
  ir::Program program;
  std::uint32_t unroll = kUnroll;
  bool keeps_counts = true;
  bool keeps_steps = true;  // no thread makes another step, and threads are created in that order
  bool keeps_ends = true;   // the results of threads, and their names
  std::string source = {};

  std::string shown() const {
    return source.empty() ? "" : fmt::format("--- the changed text\n{}", source);
  }
};

std::string counts(const EngineRun& run) {
  return fmt::format("{} complete, {} blocked, {} bounded", run.complete, run.blocked, run.bounded);
}

// The texts of one program under one machine.
class Comparison {
 public:
  // Throws PassedOver.
  Comparison(const Sketch& sketch, MachineName machine)
      : sketch_(sketch), machine_(machine), judge_(sketch, machine) {}

  Verdict check(const std::vector<Text>& texts) {
    for (const Equivalence e : kExplorations) {
      std::optional<EngineRun> first;
      for (const Text& text : texts) {
        if (Verdict v = judged(text, e, first))
          return fmt::format("under {}, {}, {}:\n{}{}", to_string(machine_), smc::name(e),
                             text.what, *v, text.shown());
      }
    }
    return std::nullopt;
  }

 private:
  // `first`: the run of the first text, once there is one.
  Verdict judged(const Text& text, Equivalence e, std::optional<EngineRun>& first) {
    try {
      const EngineRun run = explored(
          sketch_, prepared(text.program, machine_, {.unroll = text.unroll}), machine_, e, kSmall);
      if (Verdict v = judged(text, run, first)) return v;
      if (!first) first = run;
      return std::nullopt;
    } catch (const std::exception& exception) {
      return fmt::format("  exception: {}\n", exception.what());
    }
  }

  Verdict judged(const Text& text, const EngineRun& run, const std::optional<EngineRun>& first) {
    if (Verdict v = judge_.within(run, text.keeps_ends)) return v;
    if (run.bounded == 0)
      if (Verdict v = judge_.same(run, text.keeps_ends)) return v;
    if (!first || first->bounded > 0) return std::nullopt;
    // RVF visits at most one execution of each class, and which depends on the order of steps. What
    // it does not know is left to the exhaustive search, which counts something else.
    const bool by_values = smc::named(run.used) == Equivalence::Rvf;
    const bool counts_matter = text.keeps_counts && (!by_values || text.keeps_steps) &&
                               by_values == (smc::named(first->used) == Equivalence::Rvf);
    // A thread that waits is blocked in an execution or in none, depending on the exploration. A
    // hang is found where the thread is at the head of its loop, and again where it has read a part
    // of what it reads in an iteration: how often depends on the reads that the text needs. Where
    // another thread fails, it is not reported as a hang.
    const bool blocked_matters = run.used == first->used && run.errors.empty();
    const bool same = run.complete == first->complete && run.bounded == first->bounded &&
                      (!blocked_matters || run.blocked == first->blocked);
    if (counts_matter && !same)
      return fmt::format("  {}; as it was: {}\n", counts(run), counts(*first));
    return std::nullopt;
  }

  const Sketch& sketch_;
  MachineName machine_;
  LoopJudge judge_;
};

// The sizes of objects of functions that are not private: a thread makes a step for each access to
// them. A frame of registers is larger than the variables of the plain text.
std::vector<std::uint64_t> shared_locals(ir::Program program) {
  ir::localize(program);
  std::vector<std::uint64_t> sizes;
  for (const ir::Function& f : program.functions)
    for (const ir::Instruction& i : f.code)
      if (i.op == ir::Opcode::Alloca && i.count == 0)
        sizes.push_back(i.a.is_constant() ? f.constants[i.a.index()] : 0);
  std::ranges::sort(sizes);
  return sizes;
}

[[maybe_unused]] Verdict check_changed(const Sketch& sketch, std::uint64_t seed,
                                       const Machines& machines) {
  const bool waits = may_run_for_ever(sketch);
  // Before anything is compiled, for what is passed over.
  std::vector<Comparison> comparisons;
  comparisons.reserve(machines.size());
  for (const MachineName m : machines) comparisons.emplace_back(sketch, m);
  std::vector<Text> texts;
  texts.push_back({.what = "the plain text", .program = compiled(sketch)});
  texts.push_back({.what = "a larger bound", .program = texts[0].program, .unroll = kUnroll + 3});
  // An optimizer leaves volatile accesses alone, but it may turn a loop so that its first test
  // stands before it.
  if (seed % 4 == 0)
    texts.push_back({.what = "optimized",
                     .program = compiled(sketch, {.data = Style::Data::Array}, 1),
                     .keeps_counts = !waits});
  for (std::uint64_t i = 0; i < 2; ++i) {
    const Style style = random_style(2 * seed + i, sketch);
    // Threads of C++ have no results: a register that only the result needed does not tell the
    // rounds of a loop apart any more.
    const bool keeps_rounds = style.keeps_rounds() && !style.cpp;
    ir::Program program = compiled(sketch, style);
    const bool keeps_locals = shared_locals(program) == shared_locals(texts[0].program);
    texts.push_back({.what = to_string(style),
                     .program = std::move(program),
                     // The constructor of an array of registers is a loop.
                     .unroll = style.cpp ? kRegisters : kUnroll,
                     .keeps_counts = keeps_rounds || !waits,
                     .keeps_steps = keeps_locals && !style.reorder &&
                                    style.data != Style::Data::Heap && !style.cpp,
                     .keeps_ends = !style.cpp && !style.reorder,
                     .source = to_c(sketch, style)});
  }
  for (Comparison& c : comparisons)
    if (Verdict v = c.check(texts)) return v;
  return std::nullopt;
}

}  // namespace

ir::Program compiled(const Sketch& sketch, const Style& style, int optimize) {
  const TemporaryFile file(to_c(sketch, style), style.cpp);
  ir::Program program = frontend::load({.files = {file.path()}, .optimize = optimize});
  ir::verify_or_throw(program);
  return program;
}

std::vector<Property> c_properties(const std::vector<MachineName>& machines) {
#ifdef OVERTAKE_HAS_CLANG
  Property changed{"changed",
                   "however it is written, a program has the same verdict and classes",
                   [](const Sketch& s) { return !uses(s, Kind::HeapFree); },  // these do not replay
                   nullptr,
                   {Profile::Waits, Profile::Calls, Profile::Loops, Profile::Calls, Profile::Waits,
                    Profile::Sync, Profile::Loops, Profile::Orders}};
  changed.seeded_check = [machines](const Sketch& s, std::uint64_t seed) {
    return check_changed(s, seed, machines);
  };
  return {{"c", "the C text and the IR of a program have the same outcomes", everything,
           [machines](const Sketch& s) { return check_c(s, machines); }},
          std::move(changed)};
#else
  (void)machines;
  return {};
#endif
}

}  // namespace overtake::fuzz
