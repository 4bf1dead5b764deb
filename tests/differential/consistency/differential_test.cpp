// Every algorithm against the oracle, on random small instances: verdicts equal, witnesses replay,
// closure never refutes what is realizable. The seeds are fixed; OVERTAKE_FUZZ=N runs N instances a
// test from a random seed, which is printed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>

#include "consistency/consistency.h"
#include "generator.h"
#include "small_machine.h"
#include "support/scale.h"
#include "trace/replay.h"

namespace overtake::test {
namespace {

using consistency::Algorithm;
using consistency::Options;
using consistency::Verdict;
using consistency::Verifier;

struct Configuration {
  const char* name;
  Algorithm algorithm;
  bool closure;
  bool complete;  // says Consistent or Inconsistent, always
};

constexpr Configuration kConfigurations[] = {
    {"portfolio", Algorithm::Portfolio, true, true},
    {"search with closure", Algorithm::Search, true, true},
    {"search without closure", Algorithm::Search, false, true},
    {"naive with closure", Algorithm::Naive, true, true},
    {"naive without closure", Algorithm::Naive, false, true},
    {"closure", Algorithm::Closure, true, false},
    {"greedy", Algorithm::Greedy, false, false},
};

std::string replay_of(const Instance& instance, Model model, const Witness& witness) {
  return instance.good ? replay_witness(instance.execution, instance.good_writes, model, witness)
                       : replay_witness(instance.execution, model, witness);
}

// A cycle is one: every edge starts where the last one ended.
bool is_cycle(const consistency::Reason& reason) {
  for (std::size_t i = 0; i < reason.cycle.size(); ++i)
    if (reason.cycle[i].to != reason.cycle[(i + 1) % reason.cycle.size()].from) return false;
  return true;
}

// Empty, or which configuration disagrees with the oracle and how.
std::string disagreement(const Instance& instance, Model model, Verifier& verifier,
                         const Witness* hint, bool& realizable) {
  realizable = SmallMachine(instance.execution, model)
                   .realizable(instance.good ? allowed_by_good_writes(instance.execution,
                                                                      instance.good_writes)
                                             : allowed_by_reads_from(instance.execution));
  for (const Configuration& c : kConfigurations) {
    Options options;
    options.algorithm = c.algorithm;
    options.closure = c.closure;
    const Verdict verdict =
        instance.good
            ? verifier.verify(instance.execution, instance.good_writes, model, options, hint)
            : verifier.verify(instance.execution, model, options, hint);
    if (verdict == Verdict::Unknown) {
      if (c.complete) return fmt::format("{}: no verdict", c.name);
      continue;
    }
    if ((verdict == Verdict::Consistent) != realizable)
      return fmt::format("{}: {}, but the oracle says {}", c.name,
                         realizable ? "inconsistent" : "consistent",
                         realizable ? "consistent" : "inconsistent");
    if (verdict == Verdict::Consistent) {
      const std::string error = replay_of(instance, model, verifier.witness());
      if (!error.empty()) return fmt::format("{}: the witness is wrong: {}", c.name, error);
    } else if (!is_cycle(verifier.reason())) {
      return fmt::format("{}: the reason is no cycle", c.name);
    }
  }
  return {};
}

// A random order of everything, as a hint that is usually no run.
Witness random_hint(const Instance& instance, std::mt19937_64& random) {
  Witness hint;
  for (std::uint32_t e = 0; e < instance.execution.events.size(); ++e) {
    hint.push_back({EventId{e}, false});
    if (instance.execution.events[e].writes()) hint.push_back({EventId{e}, true});
  }
  std::shuffle(hint.begin(), hint.end(), random);
  return hint;
}

void run(Model model, bool good, std::uint64_t seed) {
  std::uint64_t count = support::scaled(50'000);
  if (const char* fuzz = std::getenv("OVERTAKE_FUZZ")) {
    count = std::strtoull(fuzz, nullptr, 10);
    seed = std::random_device{}();
  }
  std::mt19937_64 random(seed);
  Verifier verifier;
  std::uint64_t realizable_count = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const Instance instance = random_instance(random, good);
    const Witness hint = random_hint(instance, random);
    const Witness* use = i % 4 == 0 ? &hint : nullptr;
    bool realizable = false;
    if (!disagreement(instance, model, verifier, use, realizable).empty()) {
      const Instance small = shrink(instance, [&](const Instance& candidate) {
        bool ignored = false;
        return !disagreement(candidate, model, verifier, nullptr, ignored).empty();
      });
      bool ignored = false;
      std::string what = disagreement(small, model, verifier, nullptr, ignored);
      if (what.empty()) what = disagreement(instance, model, verifier, use, ignored);
      FAIL() << "seed " << seed << ", instance " << i << ", " << name(model) << ": " << what << "\n"
             << as_code(small);
    }
    if (realizable) ++realizable_count;
  }
  // Both verdicts have to be met often.
  EXPECT_GT(realizable_count, count / 5);
  EXPECT_LT(realizable_count, count - count / 5);
}

TEST(ReadsFromDifferential, Sc) { run(Model::SC, false, 1); }
TEST(ReadsFromDifferential, Tso) { run(Model::TSO, false, 2); }
TEST(ReadsFromDifferential, Pso) { run(Model::PSO, false, 3); }
TEST(GoodWritesDifferential, Sc) { run(Model::SC, true, 4); }
TEST(GoodWritesDifferential, Tso) { run(Model::TSO, true, 5); }
TEST(GoodWritesDifferential, Pso) { run(Model::PSO, true, 6); }

}  // namespace
}  // namespace overtake::test
