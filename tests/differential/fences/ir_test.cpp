// Explicit-state search of programs of the IR against the exhaustive exploration of the machine, on
// the random programs of fuzz: what can fail, what memory holds at the end; and persistence against
// its definition.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "common.h"
#include "explicit/ir_automata.h"
#include "explicit/search.h"
#include "fences/persistence.h"
#include "fuzz/random_program.h"
#include "fuzz/to_c.h"
#include "fuzz/to_ir.h"
#include "memory/lower.h"
#include "oracle.h"
#include "smc/exhaustive.h"

namespace overtake::fences {
namespace {

using explicit_state::Buffers;
using explicit_state::CellId;
using explicit_state::IrAutomata;
using explicit_state::LocalStatus;
using explicit_state::Search;
using explicit_state::State;
using explicit_state::StateIndex;
using explicit_state::StorePlaces;

struct Ends {
  std::set<std::vector<std::uint64_t>> memory;  // of the locations, when all threads have ended
  bool fails = false;
  friend bool operator==(const Ends&, const Ends&) = default;
};

// The globals x0, x1, ... of a sketch, 4 bytes each.
std::vector<ir::GlobalId> locations(const ir::Program& program, const fuzz::Sketch& sketch) {
  std::vector<ir::GlobalId> all;
  for (std::size_t i = 0; i < sketch.locations.size(); ++i)
    for (std::size_t g = 0; g < program.globals.size(); ++g)
      if (program.globals[g].name == fmt::format("x{}", i)) all.push_back(ir::GlobalId{g});
  return all;
}

Ends by_machine(const ir::Program& program, const fuzz::Sketch& sketch, Model model) {
  const exec::Executor executor(program);
  Ends ends;
  smc::exhaustive(executor, {.machine = {.model = model}, .classes = false},
                  [&](const smc::FinalRun& run) {
                    bool ended = true;
                    for (std::size_t t = 0; t < run.machine.thread_count(); ++t) {
                      const exec::Status s = run.machine.thread(ThreadId{t}).status();
                      if (s == exec::Status::Failed) ends.fails = true;
                      ended = ended && s == exec::Status::Ended;
                    }
                    if (!ended) return true;
                    std::vector<std::uint64_t> m;
                    for (const ir::GlobalId g : locations(program, sketch))
                      m.push_back(run.machine.global_value(g, 0, 4).lo);
                    ends.memory.insert(m);
                    return true;
                  });
  return ends;
}

Ends by_search(const ir::Program& program, const fuzz::Sketch& sketch, Model model) {
  IrAutomata automata(program, std::make_shared<StorePlaces>());
  Search search(automata, {.model = model, .buffer = 64});
  Ends ends;
  const auto visit = [&](StateIndex, const State& s) {
    bool ended = true;
    for (std::size_t i = 0; i < s.threads(); ++i) {
      const ThreadId t{i};
      if (!s.started(t)) continue;
      const LocalStatus status = automata.status(t, s.local(t));
      if (status == LocalStatus::Failed) ends.fails = true;
      ended = ended && status == LocalStatus::Ended && s.buffer(t) == Buffers::empty();
    }
    if (!ended) return true;
    std::vector<std::uint64_t> m;
    for (const ir::GlobalId g : locations(program, sketch)) {
      // The initial value if no thread ever accesses it.
      std::uint64_t v = 0;
      const ir::Global& global = program.globals[g.index()];
      for (std::size_t b = 0; b < std::min<std::size_t>(4, global.initial.size()); ++b)
        v |= std::uint64_t{global.initial[b]} << 8 * b;
      for (std::size_t c = 0; c < automata.cell_count(); ++c) {
        const std::uint64_t offset = automata.address(CellId{c}) - address_of(global.slot);
        const auto now = static_cast<std::uint64_t>(automata.value(s.cell(CellId{c})));
        for (std::uint64_t b = 0; offset < 4 && b < automata.size(CellId{c}); ++b) {
          const std::uint64_t shift = 8 * (offset + b);
          v = (v & ~(std::uint64_t{0xff} << shift)) | (now >> 8 * b & 0xff) << shift;
        }
      }
      m.push_back(v);
    }
    ends.memory.insert(m);
    return true;
  };
  const auto result = search.run(visit, [&] { ends = {}; });
  EXPECT_TRUE(result.finished);
  EXPECT_FALSE(result.buffer_was_full);
  return ends;
}

TEST(IrPrograms, EndAsOnTheMachine) {
  std::uint32_t compared = 0;
  const std::uint32_t count = program_count(1'500);
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    const fuzz::Sketch sketch = fuzz::random_sketch(seed);
    const ir::Program program = fuzz::to_ir(sketch);
    for (const Model model : {Model::SC, Model::TSO, Model::PSO}) {
      SCOPED_TRACE(fmt::format("{} seed {}\n{}", name(model), seed, fuzz::to_c(sketch)));
      const ir::Program lowered = memory::lower_orders(program, model);
      try {
        const Ends found = by_search(lowered, sketch, model);
        ASSERT_EQ(found, by_machine(lowered, sketch, model));
        ++compared;
      } catch (const InputError& e) {
        // Accesses of different sizes are refused, and nothing else is.
        ASSERT_TRUE(has_parts(sketch)) << e.what();
      }
    }
  }
  EXPECT_TRUE(count < 250 || compared > count) << compared;
}

bool is_persistent_by_patterns(const ir::Program& program) {
  const ir::Program lowered = memory::lower_orders(program, Model::TSO);
  IrAutomata automata(lowered, std::make_shared<StorePlaces>());
  Search sc(automata, {.model = Model::SC});
  return find_patterns(sc).patterns.empty();
}

// The number of the thread that allocates depends on which of the two is started first, and so does
// the address that is written. A thread fails at the null pointer while the pointer is buffered.
TEST(IrPrograms, ObjectsHaveOneNameInAllRuns) {
  using namespace fuzz;
  Sketch s;
  s.locations = {0, 0, 0};
  s.slots = 2;
  s.join_all = true;
  s.threads = {{},
               {store(1, 1), load(0, 0), on(Kind::Spawn, 3), on(Kind::Join, 3, 0)},
               {on(Kind::Allocate, 1)},
               {heap_store(1, 2), cas(0, 0, 1, 2)}};
  const ir::Program program = to_ir(s);
  EXPECT_TRUE(is_persistent_by_patterns(program));
  EXPECT_TRUE(is_persistent_by_definition(program, FailedCas::Reads));
  // Two values for the pointer, and a thread that looks at it too early: fragile.
  s.threads[2].push_back(load(0, 0));
  s.threads[3] = {store(0, 2), heap_store(1, 2)};
  const ir::Program other = to_ir(s);
  EXPECT_FALSE(is_persistent_by_patterns(other));
  EXPECT_FALSE(is_persistent_by_definition(other, FailedCas::Reads));
}

TEST(IrPrograms, ArePersistentIfTheDefinitionSaysSo) {
  std::uint32_t fragile = 0, compared = 0;
  const std::uint32_t count = program_count(300);
  for (std::uint32_t seed = first_program(); seed < first_program() + count; ++seed) {
    const fuzz::Sketch sketch = fuzz::random_sketch(seed);
    if (has_parts(sketch) || fuzz::uses(sketch, fuzz::Kind::Atomic) ||
        fuzz::uses(sketch, fuzz::Kind::HeapFree) || fuzz::statement_count(sketch) > 10)
      continue;
    const ir::Program program = fuzz::to_ir(sketch);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, fuzz::to_c(sketch)));
    const bool persistent = is_persistent_by_patterns(program);
    ASSERT_EQ(persistent, is_persistent_by_definition(program, FailedCas::Reads));
    ++compared;
    fragile += persistent ? 0 : 1;
  }
  EXPECT_TRUE(count < 250 || compared > count / 10) << compared;
  EXPECT_TRUE(count < 250 || fragile > count / 100) << fragile;
}

}  // namespace
}  // namespace overtake::fences
