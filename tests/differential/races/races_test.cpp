// Data races found by RF exploration against a second reading of the standard: happens-before as
// the transitive closure of a matrix, on one run of each class of the oracle.
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "fuzz/random_program.h"
#include "fuzz/to_ir.h"
#include "memory/lower.h"
#include "memory/replay.h"
#include "smc/exhaustive.h"
#include "smc/rf_explorer.h"
#include "support/scale.h"

namespace overtake::fuzz {

void PrintTo(Profile profile, std::ostream* out) { *out << name(profile); }

namespace {

using exec::OpKind;
using ir::Order;
using ir::SyncOp;
using memory::Record;
using Pair = std::pair<std::uint32_t, std::uint32_t>;  // of instruction numbers, the smaller first

// Random orders everywhere, and every instruction is a place of its own.
ir::Program with_orders(const Sketch& sketch, std::uint64_t seed) {
  ir::Program p = to_ir(sketch);
  std::mt19937_64 random(seed);
  const auto pick = [&](std::initializer_list<Order> orders) {
    return *(orders.begin() + random() % orders.size());
  };
  for (ir::Function& f : p.functions) {
    for (ir::Instruction& i : f.code) {
      switch (i.op) {
        case ir::Opcode::Load:
          i.order = pick({Order::Plain, Order::Relaxed, Order::Acquire, Order::SeqCst});
          break;
        case ir::Opcode::Store:
          i.order = pick({Order::Plain, Order::Relaxed, Order::Release, Order::SeqCst});
          break;
        case ir::Opcode::Rmw:
        case ir::Opcode::Cas:
          i.order = pick({Order::Relaxed, Order::Acquire, Order::Release, Order::AcqRel});
          break;
        case ir::Opcode::Fence:
          i.sub = 0;
          i.order = pick({Order::Acquire, Order::Release, Order::AcqRel, Order::SeqCst});
          break;
        default:
          break;
      }
      p.sources.push_back({});
      i.source = ir::SourceId{p.sources.size() - 1};
    }
  }
  return p;
}

bool acquire(Order o) { return o == Order::Acquire || o == Order::AcqRel || o == Order::SeqCst; }
bool release(Order o) { return o == Order::Release || o == Order::AcqRel || o == Order::SeqCst; }

class Naive {
 public:
  explicit Naive(const memory::Replay& replay) : r_(replay.records) {
    const std::size_t n = r_.size();
    before_.assign(n, std::vector<bool>(n, false));
    for (std::size_t i = 0; i < n; ++i) {
      if (r_[i].step.drain) continue;
      for (std::size_t j = 0; j < n; ++j) {
        if (i == j || r_[j].step.drain) continue;
        before_[i][j] = (i < j && r_[i].step.thread == r_[j].step.thread) ||
                        r_[i].spawned == r_[j].step.thread || joins(i, j) || synchronizes(i, j);
      }
    }
    for (std::size_t k = 0; k < n; ++k)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; before_[i][k] && j < n; ++j)
          if (before_[k][j]) before_[i][j] = true;
  }

  std::set<Pair> races() const {
    std::set<Pair> out;
    for (std::size_t i = 0; i < r_.size(); ++i)
      for (std::size_t j = i + 1; j < r_.size(); ++j)
        if (race(i, j)) out.insert(std::minmax(r_[i].op.source.value, r_[j].op.source.value));
    return out;
  }

 private:
  static bool access(const Record& r) { return !r.step.drain && (r.reads || writes(r)); }
  static bool writes(const Record& r) { return r.wrote_memory || r.op.kind == OpKind::Store; }
  static bool atomic(const Record& r) {
    return (r.op.kind != OpKind::Load && r.op.kind != OpKind::Store) || r.op.order != Order::Plain;
  }
  bool race(std::size_t i, std::size_t j) const {
    const Record& a = r_[i];
    const Record& b = r_[j];
    return access(a) && access(b) && a.step.thread != b.step.thread && (writes(a) || writes(b)) &&
           !(atomic(a) && atomic(b)) && a.op.address < b.op.address + b.op.size &&
           b.op.address < a.op.address + a.op.size && !before_[i][j] && !before_[j][i];
  }
  bool joins(std::size_t i, std::size_t j) const {
    return r_[j].op.kind == OpKind::Join && r_[i].step.thread.value == r_[j].op.operand.lo;
  }
  bool fence(std::size_t i) const { return r_[i].op.kind == OpKind::Choose && !r_[i].step.drain; }

  // Is w, or an RMW chain from it, what r reads?
  bool in_sequence(std::size_t w, std::size_t r) const {
    for (std::uint32_t at = r_[r].reads_from; at != memory::kNoStep;) {
      if (at == w) return true;
      if (!r_[at].reads || !writes(r_[at])) return false;
      at = r_[at].reads_from;
    }
    return false;
  }
  bool is_sync(std::size_t i, std::initializer_list<SyncOp> ops) const {
    if (r_[i].op.kind != OpKind::Sync) return false;
    return std::find(ops.begin(), ops.end(), r_[i].op.sync()) != ops.end();
  }

  // i is the release side, j the acquire side; each may be a fence around the access.
  bool synchronizes(std::size_t i, std::size_t j) const {
    const auto same = [&](std::size_t a, std::size_t b) {
      return r_[a].step.thread == r_[b].step.thread;
    };
    for (std::size_t w = 0; w < r_.size(); ++w) {
      if (!access(r_[w]) || !writes(r_[w]) || !atomic(r_[w])) continue;
      const bool releases =
          w == i ? (r_[w].op.kind == OpKind::Sync
                        ? is_sync(w, {SyncOp::MutexUnlock, SyncOp::SemPost, SyncOp::RwUnlock})
                        : release(r_[w].op.order))
                 : fence(i) && release(r_[i].op.order) && i < w && same(i, w);
      if (!releases) continue;
      for (std::size_t r = 0; r < r_.size(); ++r) {
        if (!access(r_[r]) || !r_[r].reads || !atomic(r_[r]) || !in_sequence(w, r)) continue;
        const bool acquires = r == j ? (r_[r].op.kind == OpKind::Sync
                                            ? is_sync(r, {SyncOp::MutexLock, SyncOp::MutexTryLock,
                                                          SyncOp::SemWait, SyncOp::SemTryWait}) &&
                                                  writes(r_[r])
                                            : acquire(r_[r].op.order))
                                     : fence(j) && acquire(r_[j].op.order) && r < j && same(r, j);
        if (acquires) return true;
      }
    }
    return false;
  }

  const std::vector<Record>& r_;
  std::vector<std::vector<bool>> before_;
};

class Races : public testing::TestWithParam<Profile> {};

TEST_P(Races, AreThoseOfTheDefinition) {
  std::uint64_t compared = 0;
  std::uint64_t racy = 0;
  for (std::uint64_t seed = 0; seed < support::scaled(600); ++seed) {
    const Sketch sketch = random_sketch(seed, shape_of(GetParam()));
    if (uses(sketch, Kind::Barrier)) continue;  // no reads-from: the naive reading cannot see them
    for (const Model model : {Model::SC, Model::TSO, Model::PSO}) {
      const ir::Program program = memory::lower_orders(with_orders(sketch, seed), model, true);
      const exec::Executor executor(program);
      const smc::CheckOptions options{.model = model, .all_errors = true, .races = true};
      smc::CheckResult result;
      try {
        smc::RfExplorer(executor, options, result).explore();
      } catch (const smc::NeedsExhaustive&) {
        continue;
      }
      std::set<Pair> expected;
      smc::exhaustive(executor, {.machine = {.model = model}}, [&](const smc::FinalRun& run) {
        const memory::Replay replay =
            memory::replay(executor, {.model = model}, run.schedule, run.machine.names());
        expected.merge(Naive(replay).races());
        return true;
      });
      std::set<Pair> found;
      for (const smc::FoundRace& r : result.races) {
        found.insert(std::minmax(r.first.source.value, r.second.source.value));
        EXPECT_TRUE(memory::replay(executor, {.model = model}, r.schedule, r.names).valid);
      }
      ASSERT_EQ(found, expected) << "seed " << seed << " under " << name(model);
      ++compared;
      racy += found.empty() ? 0 : 1;
    }
  }
  if (support::scaled(600) < 600) return;  // too few to say anything about their mixture
  EXPECT_GT(compared, 150u);               // the others are searched exhaustively
  EXPECT_GT(racy, compared / 10);
  EXPECT_LT(racy, compared);
}

INSTANTIATE_TEST_SUITE_P(Profiles, Races,
                         testing::Values(Profile::Core, Profile::Orders, Profile::Sync,
                                         Profile::Mixed, Profile::Tree),
                         [](const auto& info) { return std::string(name(info.param)); });

}  // namespace
}  // namespace overtake::fuzz
