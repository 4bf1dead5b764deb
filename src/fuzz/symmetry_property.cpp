#include "fuzz/symmetry_property.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/error.h"
#include "fuzz/equal_program.h"
#include "ir/errors.h"
#include "ir/parse.h"
#include "memory/lower.h"
#include "memory/replay.h"
#include "smc/exhaustive.h"
#include "smc/rvf_explorer.h"

namespace overtake::fuzz {

namespace {

using smc::ClassName;
using smc::Groups;
using NameGroups = std::vector<std::vector<std::string>>;  // of equal threads
using Renamed = std::map<std::string, std::string>;        // threads by their names

// One operation of a thread.
struct Did {
  std::uint64_t what = 0;  // the operation, and what it chose
  bool reads = false;      // from `source`, its event number `index`; none: the initial value
  std::string source;
  std::uint64_t index = 0;
  std::uint64_t value = 0;  // that it read or stored
};
using Behaviour = std::map<std::string, std::vector<Did>>;  // by thread

// What the threads of a run did. A thread that still waits for one of several equal threads has
// done nothing since it began to join them: how far it got depends on their order.
Behaviour behaviour_of(const memory::Replay& run, const NameGroups& groups) {
  Behaviour out;
  std::map<std::string, std::size_t> before_joins;  // by thread: what it had done then
  std::map<std::string, std::set<std::string>> joined;
  std::map<std::string, std::set<std::string>> open;      // by thread: whom it has still to join
  std::vector<std::uint64_t> number(run.records.size());  // of each event in its thread
  std::map<std::string, std::uint64_t> events;
  for (std::size_t i = 0; i < run.records.size(); ++i) {
    const memory::Record& r = run.records[i];
    if (r.step.drain) continue;
    const std::string& name = run.thread_names[r.step.thread.index()];
    number[i] = events[name]++;
    if (r.op.kind == exec::OpKind::Join) {
      const std::string& target = run.thread_names[r.op.operand.lo];
      const auto group = std::ranges::find_if(
          groups, [&](const auto& g) { return std::ranges::find(g, target) != g.end(); });
      if (group != groups.end()) {
        if (open[name].empty()) before_joins[name] = out[name].size();
        if (joined[name].insert(target).second)
          for (const std::string& other : *group) open[name].insert(other);
        for (const std::string& other : joined[name]) open[name].erase(other);
        continue;
      }
    }
    Did did;
    did.what = combine(static_cast<std::uint64_t>(r.op.kind) << 8 | r.op.sub, r.step.choice);
    if (r.error) did.what = combine(did.what, static_cast<std::uint64_t>(r.error->kind) + 1);
    if (r.reads && smc::records_source(r.op)) {
      did.reads = true;
      if (r.reads_from != memory::kNoStep) {
        did.source = run.thread_names[run.records[r.reads_from].step.thread.index()];
        did.index = number[r.reads_from];
      }
      // The word of a lock has the name of its holder in it.
      did.value = r.op.kind == exec::OpKind::Sync ? (r.read.lo != 0 ? 1 : 0) : r.read.lo;
    }
    if (r.op.kind == exec::OpKind::Store) did.value = r.op.operand.lo;
    out[name].push_back(std::move(did));
  }
  for (const auto& [thread, awaited] : open)
    if (!awaited.empty()) out[thread].resize(before_joins[thread]);
  return out;
}

void add_text(Hash128& h, const std::string& text) {
  for (const char c : text) h.add(static_cast<unsigned char>(c));
  h.add(text.size());
}

ClassName name_of(const Behaviour& behaviour, const Renamed& renamed, bool by_value) {
  const auto name = [&](const std::string& thread) {
    const auto it = renamed.find(thread);
    return it == renamed.end() ? thread : it->second;
  };
  std::map<std::string, Hash128> histories;
  for (const auto& [thread, done] : behaviour) {
    Hash128& h = histories[name(thread)];
    for (const Did& did : done) {
      h.add(did.what);
      if (by_value) h.add(did.value);
      if (by_value || !did.reads) continue;
      add_text(h, did.source.empty() ? "" : name(did.source));
      h.add(did.index);
    }
  }
  Hash128 all;
  for (const auto& [thread, history] : histories) {
    add_text(all, thread);
    all.add(history.lo);
    all.add(history.hi);
  }
  return all;
}

// The least name of all renamings.
ClassName canonical(const Behaviour& behaviour, const NameGroups& groups, bool by_value,
                    std::size_t group = 0, Renamed renamed = {}) {
  if (group == groups.size()) return name_of(behaviour, renamed, by_value);
  std::vector<std::string> order = groups[group];
  std::ranges::sort(order);
  std::optional<ClassName> least;
  do {
    for (std::size_t i = 0; i < order.size(); ++i) renamed[groups[group][i]] = order[i];
    const ClassName c = canonical(behaviour, groups, by_value, group + 1, renamed);
    if (!least || std::pair(c.hi, c.lo) < std::pair(least->hi, least->lo)) least = c;
  } while (std::ranges::next_permutation(order).found);
  return *least;
}

struct Visited {
  NameGroups groups;  // taken for equal
  std::vector<Behaviour> runs;
  std::set<ir::ErrorKind> errors;
  smc::CheckResult result;
};

class Judge {
 public:
  Judge(const ir::Program& program, MachineName machine)
      : program_(program), executor_(program), machine_(machine) {}

  // None: no threads are taken for equal.
  std::optional<Visited> with_equals(Groups by) {
    Visited out;
    smc::CheckOptions options{.model = machine_, .rvf = {.patience = 0}, .all_errors = true};
    smc::RvfExplorer explorer(executor_, options, out.result, by);
    std::vector<memory::Replay> runs;
    explorer.on_execution = [&](const memory::Schedule& schedule,
                                const memory::ThreadNames& names) {
      runs.push_back(replayed(schedule, names));
      std::vector<std::vector<ThreadId>> groups;
      explorer.collect_groups(groups);
      out.groups.clear();
      for (const auto& group : groups) {
        out.groups.emplace_back();
        for (const ThreadId t : group) out.groups.back().push_back(names.name(t));
      }
    };
    try {
      explorer.visit_equal_threads_once();
      explorer.explore();
    } catch (const smc::NotEqual&) {
      return std::nullopt;
    } catch (const smc::NeedsExhaustive&) {
      return std::nullopt;
    }
    for (const memory::Replay& run : runs) out.runs.push_back(behaviour_of(run, out.groups));
    note_errors(out);
    return out;
  }

  // Without equal threads: by causal maps, or exhaustively.
  Visited without(Groups by, const NameGroups& groups) {
    Visited out;
    smc::CheckOptions options{.model = machine_, .rvf = {.patience = 0}, .all_errors = true};
    smc::RvfExplorer explorer(executor_, options, out.result, by);
    explorer.on_execution = [&](const memory::Schedule& schedule,
                                const memory::ThreadNames& names) {
      out.runs.push_back(behaviour_of(replayed(schedule, names), groups));
    };
    explorer.explore();
    note_errors(out);
    return out;
  }

  Visited oracle(const NameGroups& groups) {
    Visited out;
    smc::exhaustive(executor_, {.machine = {machine_}}, [&](const smc::FinalRun& run) {
      if (run.first) {
        out.runs.push_back(behaviour_of(replayed(run.schedule, run.machine.names()), groups));
        ++out.result.executions.complete;
      }
      for (std::size_t i = 0; i < run.machine.thread_count(); ++i) {
        const ThreadId t{i};
        if (run.machine.exists(t) && run.machine.thread(t).status() == exec::Status::Failed)
          out.errors.insert(run.machine.thread(t).error().kind);
      }
      if (run.ending == memory::Ending::Deadlock) out.errors.insert(ir::ErrorKind::Deadlock);
      return true;
    });
    return out;
  }

  smc::CheckResult check(Groups by, std::uint32_t jobs) const {
    return smc::check(program_, {.model = machine_,
                                 .equivalence = by == Groups::ByValue ? smc::Equivalence::Rvf
                                                                      : smc::Equivalence::Rf,
                                 .all_errors = true,
                                 .symmetry = true,
                                 .jobs = jobs,
                                 .alone = std::chrono::microseconds{0}});
  }

 private:
  memory::Replay replayed(const memory::Schedule& schedule,
                          const memory::ThreadNames& names) const {
    memory::Replay run = memory::replay(executor_, {machine_}, schedule, names);
    if (!run.valid) throw InternalError("an execution does not replay: " + run.invalid_reason);
    return run;
  }

  static void note_errors(Visited& out) {
    for (const smc::FoundError& e : out.result.errors) out.errors.insert(e.error.kind);
  }

  const ir::Program& program_;
  const exec::Executor executor_;
  const MachineName machine_;
};

std::uint64_t total(const smc::CheckResult::Executions& e) {
  return e.complete + e.blocked + e.bounded;
}

std::multiset<ClassName> names_of(const Visited& visited, const NameGroups& groups, bool by_value) {
  std::multiset<ClassName> out;
  for (const Behaviour& b : visited.runs) out.insert(canonical(b, groups, by_value));
  return out;
}

std::string error_text(const std::set<ir::ErrorKind>& errors) {
  std::string out;
  for (const ir::ErrorKind kind : errors) out += fmt::format(" {}", ir::name(kind));
  return out.empty() ? " none" : out;
}

using Verdict = std::optional<std::string>;

Verdict compare(const Visited& once, const Visited& all, bool by_value, bool waits,
                const char* judge) {
  if (once.errors != all.errors)
    return fmt::format("errors{}, but{} by {}", error_text(once.errors), error_text(all.errors),
                       judge);
  // A hang may be found in several nodes; and of the orders in which an object ends before it is
  // used, causal maps show one (docs/rvf-smc.md).
  for (const ir::ErrorKind kind : {ir::ErrorKind::Hang, ir::ErrorKind::UseAfterFree,
                                   ir::ErrorKind::DoubleFree, ir::ErrorKind::DeadStackObject})
    if (all.errors.contains(kind)) return std::nullopt;
  const std::multiset<ClassName> found = names_of(once, once.groups, by_value);
  const std::multiset<ClassName> there = names_of(all, once.groups, by_value);
  const std::set<ClassName> found_once(found.begin(), found.end());
  const std::set<ClassName> there_once(there.begin(), there.end());
  if (found_once != there_once)
    return fmt::format("{} classes up to renaming, but {} by {}", found_once.size(),
                       there_once.size(), judge);
  // Threads that wait for ever are no error where another one has failed, and yet may be found in
  // several nodes.
  const bool may_hang = waits && !once.result.symmetry.counted;
  if (!by_value && !may_hang && found.size() != found_once.size())
    return fmt::format("{} executions of {} classes up to renaming", found.size(),
                       found_once.size());
  if (!by_value && !waits && !once.result.symmetry.counted) return "the renamings were not counted";
  if (once.result.symmetry.counted && total(once.result.executions) != total(all.result.executions))
    return fmt::format("{} executions in all, but {} by {}", total(once.result.executions),
                       total(all.result.executions), judge);
  return std::nullopt;
}

// With two jobs, and through smc::check.
Verdict compare_jobs(const Judge& judge, Groups by, const Visited& once) {
  for (const std::uint32_t jobs : {1u, 2u}) {
    const smc::CheckResult result = judge.check(by, jobs);
    if (!result.symmetry.used)
      return fmt::format("with {} jobs, equal threads are not visited once: {}", jobs,
                         result.symmetry.off_because);
    if (total(result.visited) != total(once.result.visited))
      return fmt::format("{} executions with {} jobs, but {}", total(result.visited), jobs,
                         total(once.result.visited));
    std::set<ir::ErrorKind> errors;
    for (const smc::FoundError& e : result.errors) errors.insert(e.error.kind);
    if (errors != once.errors)
      return fmt::format("errors{} with {} jobs, but{}", error_text(errors), jobs,
                         error_text(once.errors));
  }
  return std::nullopt;
}

Verdict check_symmetry(const EqualProgram& made, MachineName machine) {
  const ir::Program program = memory::lower_orders(ir::parse(made.text, "random.ir"), machine);
  Judge judge(program, machine);
  for (const Groups by : {Groups::BySource, Groups::ByValue}) {
    const bool by_value = by == Groups::ByValue;
    const std::optional<Visited> once = judge.with_equals(by);
    if (!once) continue;
    if (Verdict v =
            compare(*once, judge.without(by, once->groups), by_value, made.waits, "causal maps"))
      return v;
    if (!made.waits && !by_value)
      if (Verdict v = compare(*once, judge.oracle(once->groups), false, false, "the oracle"))
        return v;
    if (Verdict v = compare_jobs(judge, by, *once)) return v;
  }
  return std::nullopt;
}

}  // namespace

Property symmetry_property(std::vector<MachineName> machines) {
  Property property{"symmetry", "equal threads are visited once, up to renaming", everything, {}};
  property.check_seed = [machines = std::move(machines)](std::uint64_t seed) -> Verdict {
    const EqualProgram made = equal_program(seed);
    for (const MachineName m : machines)
      if (const Verdict v = check_symmetry(made, m))
        return fmt::format("under {}: {}\n\n{}", to_string(m), *v, made.text);
    return std::nullopt;
  };
  return property;
}

std::uint64_t programs_with_equal_threads(std::uint64_t first_seed, std::uint64_t count) {
  std::uint64_t with = 0;
  for (std::uint64_t seed = first_seed; seed < first_seed + count; ++seed) {
    const EqualProgram made = equal_program(seed);
    const MachineName machine{Model::SC, PsoRmw::All};
    const ir::Program program = memory::lower_orders(ir::parse(made.text, "random.ir"), machine);
    with += Judge(program, machine).with_equals(Groups::BySource) ? 1 : 0;
  }
  return with;
}

}  // namespace overtake::fuzz
