// Random programs, compiled natively: what was found while they ran is what src/monitor finds in
// the recorded execution, pair by pair, under both models.
//
// The runtime is asked to record everything (whole=1): all events, and every pair of events that it
// reported. OVERTAKE_OBSERVE_PROGRAMS and OVERTAKE_OBSERVE_SEEDS make it more programs, and more
// runs of each; OVERTAKE_OBSERVE_FIRST is the first program. docs/observe.md has a run of 10,000.
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

#include "fuzz/random_program.h"
#include "fuzz/to_c.h"
#include "harness.h"
#include "monitor/monitor.h"
#include "observe/core/watch.h"
#include "observe/findings_file.h"
#include "observe/part.h"

namespace overtake::observe::test {
namespace {

using Pairs = std::set<std::pair<std::uint64_t, std::uint64_t>>;  // numbers of events

// What the texts of random programs call besides libc. A run that an assumption ends has ended;
// atomic sections are a lock here, which both monitors see alike.
constexpr const char* kSupport = R"(
#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
static pthread_mutex_t atomic_section = PTHREAD_MUTEX_INITIALIZER;
void __VERIFIER_assume(int condition) { if (!condition) _exit(0); }
void __VERIFIER_atomic_begin(void) { pthread_mutex_lock(&atomic_section); }
void __VERIFIER_atomic_end(void) { pthread_mutex_unlock(&atomic_section); }
uint64_t __overtake_choose(uint64_t count) { return (uint64_t)rand() % count; }
#define AWAIT(bytes, type)                                                             \
  uint64_t __overtake_await_not_equal_##bytes(const void *word, uint64_t value) {      \
    for (int i = 0; i < 1000; ++i) {                                                   \
      const type now = *(const volatile type *)word;                                   \
      if (now != (type)value) return now;                                              \
      sched_yield();                                                                   \
    }                                                                                  \
    _exit(0);                                                                          \
  }
AWAIT(1, uint8_t)
AWAIT(2, uint16_t)
AWAIT(4, uint32_t)
AWAIT(8, uint64_t)
#define free(pointer) ((void)(pointer))  /* random programs free twice, and use what is gone */
)";

// What is found when src/monitor is fed with the recorded events. An operation that waits until it
// can happen overtakes nothing: the online monitor says so by the kind of the event.
Pairs offline(const std::vector<WindowEvent>& events, const Part& part, Model model) {
  const Execution& x = part.execution;
  std::vector<std::vector<monitor::ChannelId>> before(x.events.size());
  std::vector<std::vector<monitor::ChannelId>> after(x.events.size());
  for (std::size_t i = 0; i < x.order.size(); ++i) {
    after[x.order[i].first.index()].push_back(monitor::ChannelId{i});
    before[x.order[i].second.index()].push_back(monitor::ChannelId{i});
  }
  monitor::Monitor monitor(model);
  Pairs out;
  for (std::size_t begin = 0; begin < x.events.size();) {
    std::size_t end = begin + 1;
    while (end < x.events.size() && part.window[end] == part.window[begin]) ++end;
    // An access in pieces overtakes as a whole: all of them are looked at before any of them
    // commits the stores that it conflicts with.
    const WindowEvent& overtaking = events[part.window[begin]];
    for (std::size_t i = begin; i < end; ++i)
      for (monitor::ChannelId c : before[i]) monitor.acquire(x.events[i].thread, c);
    for (std::size_t i = begin; i < end; ++i)
      for (monitor::EventIndex d : monitor.overtaken_by(x.events[i]))
        if (kind_of(overtaking) != EventKind::Wait)
          out.emplace(events[part.window[d]].seq, overtaking.seq);
    // It may find one piece in memory, and the store to another one not.
    for (std::size_t j = begin; j < end; ++j) {
      if (!x.events[j].location.valid()) continue;
      monitor::Monitor after_piece = monitor;
      after_piece.commit_conflicting(x.events[j]);
      after_piece.perform(x.events[j]);
      for (std::size_t i = begin; i < end; ++i)
        for (monitor::EventIndex d : after_piece.overtaken_by(x.events[i]))
          if (kind_of(overtaking) != EventKind::Wait)
            out.emplace(events[part.window[d]].seq, overtaking.seq);
    }
    for (; begin < end; ++begin) {
      monitor.commit_conflicting(x.events[begin]);
      monitor.perform(x.events[begin]);
      for (monitor::ChannelId c : after[begin]) monitor.release(x.events[begin].thread, c);
    }
  }
  return out;
}

Pairs online(const std::vector<PairOfEvents>& all, std::uint8_t model) {
  Pairs out;
  for (const PairOfEvents& p : all)
    if ((p.models & model) != 0) out.emplace(p.first_seq, p.second_seq);
  return out;
}

std::string show(const Pairs& pairs) {
  std::string out;
  for (const auto& [d, e] : pairs) out += " (" + std::to_string(d) + ", " + std::to_string(e) + ")";
  return out;
}

std::string show(const std::vector<WindowEvent>& events) {
  std::string out;
  for (const WindowEvent& e : events)
    out += std::to_string(e.seq) + ": T" + std::to_string(e.thread) + " kind " +
           std::to_string(e.kind) + " at " + std::to_string(e.address) + " size " +
           std::to_string(e.size) + "\n";
  return out;
}

struct Totals {
  std::uint64_t runs = 0, crashed = 0, with_pairs = 0, tso = 0, pso = 0, events = 0;
};

// Accesses that overlap: the online monitor commits some stores early, and nothing that it says is
// wrong (core/watch.h). Else both say the same.
bool is_exact(fuzz::Profile profile) { return profile != fuzz::Profile::Mixed; }

void compare(const FoundPair& whole, bool exact, Totals& totals) {
  ASSERT_FALSE(whole.truncated);
  const Part part = as_part(whole.events);
  ++totals.runs;
  totals.events += whole.events.size();
  totals.with_pairs += whole.all.empty() ? 0 : 1;
  for (const auto& [model, bit] : {std::pair(Model::TSO, kTso), std::pair(Model::PSO, kPso)}) {
    const Pairs mine = online(whole.all, bit);
    const Pairs theirs = offline(whole.events, part, model);
    (model == Model::TSO ? totals.tso : totals.pso) += mine.size();
    if (exact)
      ASSERT_EQ(mine, theirs) << "online" << show(mine) << "\noffline" << show(theirs) << "\n"
                              << show(whole.events);
    else
      for (const auto& p : mine)
        ASSERT_TRUE(theirs.contains(p)) << show({p}) << "\n" << show(whole.events);
  }
}

void observe_seeds(const Workshop& work, const std::string& program, std::uint64_t seeds,
                   bool exact, Totals& totals) {
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const std::filesystem::path results = work.path() / ("results" + std::to_string(seed));
    std::filesystem::create_directory(results);
    const Finished done =
        run({program}, work.path(),
            {{"OVERTAKE_OPTIONS", "seed=" + std::to_string(seed) + ":whole=1:time=fast:results='" +
                                      results.string() + "'"}});
    std::size_t found = 0;
    for (const auto& file : std::filesystem::directory_iterator(results))
      for (const FoundPair& pair : read_findings(file.path().string()).pairs) {
        if (pair.kind != RecordKind::Whole) continue;
        ++found;
        SCOPED_TRACE("schedule " + std::to_string(seed));
        compare(pair, exact, totals);
        if (testing::Test::HasFatalFailure()) return;
      }
    totals.crashed += done.code > 128 ? 1 : 0;
    ASSERT_EQ(found, done.code > 128 ? 0u : 1u) << "seed " << seed << " code " << done.code;
    std::filesystem::remove_all(results);
  }
}

// Longer than those of other suites: nothing is explored here.
fuzz::Sketch long_sketch(std::uint64_t number) {
  fuzz::Shape shape = fuzz::shape_of(fuzz::profile_of(number));
  shape.operations = {20, 60};
  shape.crowd = 0;
  return fuzz::random_sketch(number, shape);
}

std::uint64_t wanted(const char* variable, std::uint64_t otherwise) {
  const char* text = std::getenv(variable);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

TEST(ObserveOffline, RandomProgramsHaveTheSamePairs) {
  const std::uint64_t first = wanted("OVERTAKE_OBSERVE_FIRST", 1);
  const std::uint64_t programs = wanted("OVERTAKE_OBSERVE_PROGRAMS", 12);
  const std::uint64_t seeds = wanted("OVERTAKE_OBSERVE_SEEDS", 15);
  Totals totals;
  for (std::uint64_t n = first; n < first + programs; ++n) {
    const fuzz::Sketch sketch = long_sketch(n);
    const std::string text = kSupport + fuzz::to_c(sketch);
    const Workshop work;
    const std::string program = work.program_of(text, n % 2 == 0 ? Compiler::Gcc : Compiler::Clang,
                                                {"-O1", "-DNDEBUG", "-mcx16"});
    SCOPED_TRACE("random program " + std::to_string(n) + "\n" + text);
    observe_seeds(work, program, seeds, is_exact(fuzz::profile_of(n)), totals);
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(totals.runs + totals.crashed, programs * seeds);
  EXPECT_GT(totals.with_pairs, totals.runs / 20);  // the programs are worth looking at
  RecordProperty("pairs_tso", std::to_string(totals.tso));
  RecordProperty("pairs_pso", std::to_string(totals.pso));
  std::printf(
      "%lu programs, %lu runs (%lu crashed), %lu with violations, %lu pairs under TSO, %lu under "
      "PSO, %lu events\n",
      programs, totals.runs, totals.crashed, totals.with_pairs, totals.tso, totals.pso,
      totals.events);
}

}  // namespace
}  // namespace overtake::observe::test
