#include "fuzz/sharing_properties.h"

#include <fmt/format.h>

#include <atomic>
#include <deque>
#include <exception>
#include <mutex>
#include <set>
#include <thread>
#include <utility>

#include "base/error.h"
#include "base/random.h"
#include "base/words.h"
#include "fuzz/to_ir.h"
#include "memory/lower.h"
#include "memory/replay.h"
#include "scale/local_network.h"
#include "scale/rank.h"
#include "smc/checkpoint.h"
#include "smc/errors.h"
#include "smc/known_set.h"
#include "smc/rf_explorer.h"
#include "smc/rvf_explorer.h"
#include "smc/team.h"
#include "smc/trace_questions.h"

namespace overtake::fuzz {

namespace {

using smc::CheckOptions;
using smc::CheckResult;
using Verdict = std::optional<std::string>;

struct Explored {
  std::multiset<smc::ClassName> classes;
  std::multiset<std::pair<ir::ErrorKind, std::uint32_t>> errors;  // kind and place, by execution
  std::uint64_t executions = 0;
  std::uint64_t redundant = 0;
  bool dangling = false;   // an access may come after the end of its object's life
  bool undecided = false;  // it is for another exploration
  friend bool operator==(const Explored&, const Explored&) = default;
};

// One exploration of a program, by any number of workers: makes explorers and collects what they
// find.
class Subject {
 public:
  Subject(const ir::Program& program, MachineName m, smc::Equivalence equivalence)
      : executor_(program),
        machine_{.model = m},
        options{.model = m,
                .equivalence = equivalence,
                .rvf = {.patience = 0},
                .all_errors = true,
                .alone = std::chrono::microseconds{0}} {}

  std::unique_ptr<smc::Explorer> make(const CheckOptions& own, CheckResult& result) {
    if (own.equivalence == smc::Equivalence::Rf) {
      auto explorer = std::make_unique<smc::RfExplorer>(executor_, own, result);
      explorer->on_class = [this](const smc::ClassName& c) {
        const std::lock_guard lock(mutex_);
        found_.classes.insert(c);
      };
      return explorer;
    }
    auto explorer = std::make_unique<smc::RvfExplorer>(executor_, own, result);
    explorer->on_execution = [this](const memory::Schedule& s, const memory::ThreadNames& names) {
      const memory::Replay run = memory::replay(executor_, machine_, s, names);
      if (!run.valid) throw InternalError("an execution does not replay: " + run.invalid_reason);
      const std::lock_guard lock(mutex_);
      found_.classes.insert(smc::rvf_class(run));
    };
    return explorer;
  }

  template <class Explore>
  Explored explored(const Explore& explore) {
    found_ = {};
    CheckResult result;
    try {
      explore(result);
    } catch (const smc::NeedsExhaustive&) {
      Explored undecided;
      undecided.undecided = true;
      return undecided;
    }
    // Which of several accesses that may come after a free is reported depends on the run.
    for (const smc::FoundError& e : result.errors)
      if (smc::is_lifetime_error(e.error.kind)) found_.dangling = true;
    for (const smc::FoundError& e : result.errors)
      for (std::uint64_t i = 0; i < e.executions && !found_.dangling; ++i)
        found_.errors.emplace(e.error.kind, e.place.value);
    const auto& n = result.executions;
    found_.executions = n.complete + n.blocked + n.bounded;
    // By values it depends on which worker is the first to find that a read waits for nothing.
    if (options.equivalence == smc::Equivalence::Rf) found_.redundant = n.redundant;
    return found_;
  }

  // What was found so far; no explorer may be running now.
  const Explored& found() const { return found_; }
  void go_back_to(Explored found) { found_ = std::move(found); }

 private:
  const exec::Executor executor_;
  const memory::MachineOptions machine_;
  std::mutex mutex_;
  Explored found_;

 public:
  CheckOptions options;
};

Explored by_one(Subject& subject) {
  return subject.explored([&](CheckResult& result) {
    const auto explorer = subject.make(subject.options, result);
    explorer->explore();
  });
}

void explore_by_team(Subject& subject, const CheckOptions& options, std::uint32_t jobs,
                     CheckResult& result) {
  CheckOptions with_jobs = options;
  with_jobs.jobs = jobs;
  smc::Team(with_jobs, [&](const CheckOptions& own, CheckResult& part) {
    return subject.make(own, part);
  }).explore(result);
}

void explore_by_ranks(Subject& subject, const CheckOptions& options, std::uint32_t size,
                      CheckResult& result) {
  scale::LocalNetwork network(size);
  const auto explore = [&](std::uint32_t rank, CheckResult& out) {
    scale::Rank(network.end(rank), options, [&](const CheckOptions& own, CheckResult& part) {
      return subject.make(own, part);
    }).explore(out);
  };
  std::vector<CheckResult> nothing(size);  // outlives the workers that write to it
  std::vector<std::jthread> others;
  for (std::uint32_t rank = 1; rank < size; ++rank)
    others.emplace_back([&, rank] { explore(rank, nothing[rank]); });
  explore(0, result);
}

using ExploreBySeveral = void (*)(Subject&, const CheckOptions&, std::uint32_t, CheckResult&);

template <ExploreBySeveral explore>
Explored by_several(Subject& subject, std::uint32_t count) {
  return subject.explored(
      [&](CheckResult& result) { explore(subject, subject.options, count, result); });
}

// A few runs are killed after some checkpoint; each continues where the one before it was then.
template <ExploreBySeveral explore>
Explored by_killed(Subject& subject, std::uint32_t count) {
  constexpr int kKills = 4;
  constexpr std::uint32_t kMostCheckpoints = 6;
  Random random(count);
  return subject.explored([&](CheckResult& result) {
    std::optional<smc::Snapshot> checkpoint;
    for (int run = 0;; ++run) {
      const std::optional<smc::Snapshot> from = std::exchange(checkpoint, std::nullopt);
      CheckOptions options = subject.options;
      if (from) options.resume = &*from;
      std::atomic<bool> kill = false;
      Explored then;
      std::uint32_t left = random.below(kMostCheckpoints);
      if (run < kKills) {
        options.stop = &kill;
        options.save_every = std::chrono::milliseconds{0};
        options.save = [&](const smc::Snapshot& snapshot) {
          if (kill || left-- != 0) return;
          checkpoint = smc::decode(smc::encode(snapshot));
          then = subject.found();
          kill = true;
        };
      }
      CheckResult whole;
      explore(subject, options, count, whole);
      if (!checkpoint) {
        result = std::move(whole);
        return;
      }
      subject.go_back_to(std::move(then));
    }
  });
}

// Several explorers, one at a time. At random moments one hands over work, or everything that is
// left is written down and all begin anew with that.
class Relay final : public smc::WorkPool {
 public:
  Relay(Subject& subject, std::uint64_t seed) : subject_(subject), random_(seed) {}

  void explore(CheckResult& result) {
    items_.emplace_back();
    for (bool first = true; !items_.empty(); first = false) {
      const std::size_t at = random_.below(static_cast<std::uint32_t>(items_.size()));
      const smc::WorkItem item = std::move(items_[at]);
      items_.erase(items_.begin() + static_cast<std::ptrdiff_t>(at));
      CheckResult part;
      const auto explorer = subject_.make(subject_.options, part);
      explorer->join(*this);
      stopped_ = false;
      if (first || explorer->resume(item)) explorer->explore();
      smc::add(result, std::move(part));
    }
  }

  bool wants_work() override { return random_.below(2) == 0; }
  void give(smc::WorkItem item) override { items_.push_back(std::move(item)); }
  std::shared_ptr<smc::KnownByAll> share(const smc::KnownSet& known) override {
    return std::make_shared<smc::SharedKnown>(known);
  }
  void keep(smc::WorkItem item) override { give(std::move(item)); }
  void wait(smc::Explorer&) override {}
  void at_rest(smc::Explorer& explorer) override {
    if (random_.below(6) != 0) return;
    smc::Snapshot snapshot;
    snapshot.names = names_;
    snapshot.items.assign(items_.begin(), items_.end());
    snapshot.items.push_back(explorer.rest());
    smc::Snapshot read = smc::decode(smc::encode(snapshot));
    names_ = read.names;
    items_.assign(read.items.begin(), read.items.end());
    stopped_ = true;
  }
  bool stopped() const override { return stopped_; }
  void stop() override {}
  std::uint64_t count_execution() override { return 0; }
  void learn(memory::ThreadNames& names, ThreadId parent, std::uint32_t number) override {
    names_.child(parent, number);
    names = names_;
  }

 private:
  Subject& subject_;
  Random random_;
  std::deque<smc::WorkItem> items_;
  memory::ThreadNames names_;
  bool stopped_ = false;
};

std::string describe(const Explored& e) {
  if (e.undecided) return "undecided";
  const std::set<smc::ClassName> distinct(e.classes.begin(), e.classes.end());
  return fmt::format("{} executions ({} classes, {} redundant), {} failing", e.executions,
                     distinct.size(), e.redundant, e.errors.size());
}

Verdict compare(MachineName m, smc::Equivalence equivalence, const Explored& one,
                std::string_view who, const Explored& others) {
  if (one == others) return std::nullopt;
  return fmt::format("  {} under {}: alone {}, {} {}\n", smc::name(equivalence), to_string(m),
                     describe(one), who, describe(others));
}

constexpr smc::Equivalence kBoth[] = {smc::Equivalence::Rf, smc::Equivalence::Rvf};

template <Explored (*by)(Subject&, std::uint32_t)>
Verdict check_several(const Sketch& sketch, MachineName m) {
  const ir::Program program = memory::lower_orders(to_ir(sketch), m);
  for (const smc::Equivalence equivalence : kBoth) {
    Subject subject(program, m, equivalence);
    const Explored one = by_one(subject);
    for (const std::uint32_t count : {2u, 4u})
      if (Verdict v = compare(m, equivalence, one, std::to_string(count) + " explorers",
                              by(subject, count)))
        return v;
  }
  return std::nullopt;
}

Verdict check_killed(const Sketch& sketch, MachineName m) {
  if (Verdict v = check_several<by_killed<explore_by_team>>(sketch, m)) return v;
  return check_several<by_killed<explore_by_ranks>>(sketch, m);
}

Verdict check_relay(const Sketch& sketch, MachineName m) {
  const ir::Program program = memory::lower_orders(to_ir(sketch), m);
  for (const smc::Equivalence equivalence : kBoth) {
    Subject subject(program, m, equivalence);
    const Explored one = by_one(subject);
    for (std::uint64_t seed = 0; seed < 2; ++seed) {
      const Explored relay =
          subject.explored([&](CheckResult& result) { Relay(subject, seed).explore(result); });
      if (Verdict v = compare(m, equivalence, one, "a relay", relay)) return v;
    }
  }
  return std::nullopt;
}

scale::Message wait_for_message(scale::Transport& transport) {
  for (;;) {
    if (std::optional<scale::Message> message = transport.receive()) return std::move(*message);
    std::this_thread::yield();
  }
}

// At rank 0, what all found. What an explorer threw is thrown there when the ranks are done.
Explored by_processes(Subject& subject, scale::Transport& transport) {
  std::exception_ptr thrown;
  Explored all;
  try {
    all = subject.explored([&](CheckResult& result) {
      scale::Rank(transport, subject.options, [&](const CheckOptions& own, CheckResult& part) {
        return subject.make(own, part);
      }).explore(result);
    });
  } catch (...) {
    thrown = std::current_exception();
  }
  if (transport.rank() != 0) {
    std::vector<std::uint32_t> words;
    WordWriter out(words);
    for (const smc::ClassName& c : all.classes) out.put(c);
    transport.send(0, std::move(words));
  } else {
    for (std::uint32_t rank = 1; rank < transport.size(); ++rank) {
      const scale::Message message = wait_for_message(transport);
      for (WordReader in(message.words); !in.at_end();) {
        const smc::ClassName found = in.get_hash();
        if (!all.undecided) all.classes.insert(found);
      }
    }
  }
  transport.finish();
  if (thrown) std::rethrow_exception(thrown);
  return all;
}

// Rank 0's verdict, at all ranks.
Verdict agreed(const Verdict& verdict, scale::Transport& transport) {
  std::vector<std::uint32_t> words;
  if (transport.rank() == 0) {
    if (verdict) words.assign(verdict->begin(), verdict->end());
    for (std::uint32_t rank = 1; rank < transport.size(); ++rank) transport.send(rank, words);
  } else {
    words = wait_for_message(transport).words;
  }
  transport.finish();
  if (words.empty()) return std::nullopt;
  return std::string(words.begin(), words.end());
}

Verdict check_processes(const Sketch& sketch, MachineName m, scale::Transport& transport) {
  const ir::Program program = memory::lower_orders(to_ir(sketch), m);
  for (const smc::Equivalence equivalence : kBoth) {
    Subject subject(program, m, equivalence);
    Verdict verdict;
    try {
      const Explored all = by_processes(subject, transport);
      if (transport.rank() == 0)
        verdict = compare(m, equivalence, by_one(subject),
                          std::to_string(transport.size()) + " processes", all);
    } catch (const std::exception& e) {
      verdict = fmt::format("  exception: {}\n", e.what());
    }
    verdict = agreed(verdict, transport);
    if (verdict) return verdict;
  }
  return std::nullopt;
}

// A property of each machine.
template <class Check>
Property of_each(std::vector<MachineName> machines, const char* name, const char* what,
                 const Check& check) {
  return {name, what, everything,
          [machines = std::move(machines), check](const Sketch& s) -> Verdict {
            for (const MachineName m : machines)
              if (Verdict v = check(s, m)) return v;
            return std::nullopt;
          }};
}

}  // namespace

Property mpi_property(std::vector<MachineName> machines, scale::Transport& transport) {
  return of_each(
      std::move(machines), "mpi", "the processes of mpirun explore the same as one",
      [&transport](const Sketch& s, MachineName m) { return check_processes(s, m, transport); });
}

std::vector<Property> sharing_properties(const std::vector<MachineName>& machines) {
  return {
      of_each(machines, "jobs", "several threads explore the same as one",
              check_several<by_several<explore_by_team>>),
      of_each(machines, "ranks", "several processes explore the same as one",
              check_several<by_several<explore_by_ranks>>),
      of_each(machines, "killed", "runs that are killed go on from their checkpoints",
              check_killed),
      of_each(machines, "relay",
              "work that is handed over, or put into a checkpoint, is the same work", check_relay)};
}

}  // namespace overtake::fuzz
