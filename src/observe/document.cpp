#include "observe/document.h"

#include <fmt/format.h>

#include <map>

#include "observe/findings.h"
#include "report/make_run.h"
#include "report/observe_words.h"

namespace overtake::observe {
namespace {

const report::Value kNewValue = std::string("new");  // values are not recorded

report::Place place_of(const Stack& stack) {
  if (stack.empty()) return {};
  const SourceFrame& f = report::own_frame(stack);
  return {.file = f.file, .line = f.line, .column = f.column};
}

std::string address_text(std::uint64_t address) { return fmt::format("0x{:x}", address); }

report::ObservedAccess access_of(const ObservedEvent& e,
                                 const std::vector<ObservedThread>& threads) {
  report::ObservedAccess a{
      .place = place_of(e.stack), .thread = threads[e.thread].name, .op = e.op, .stack = e.stack};
  if (e.size == 0) return a;
  a.variable = e.variable;
  a.address = address_text(e.address);
  a.size = e.size;
  return a;
}

report::EdgeKind edge_of(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::ProgramOrder:
      return report::EdgeKind::ProgramOrder;
    case EdgeKind::Synchronization:
      return report::EdgeKind::Synchronization;
    case EdgeKind::ReadsFrom:
      return report::EdgeKind::ReadsFrom;
    case EdgeKind::StoreOrder:
      return report::EdgeKind::StoreOrder;
    case EdgeKind::FromRead:
      return report::EdgeKind::FromRead;
  }
  return report::EdgeKind::None;
}

bool is_store(const ObservedEvent& e) { return e.op == "store" || e.op == "atomic-store"; }
bool is_load(const ObservedEvent& e) { return e.op == "load" || e.op == "atomic-load"; }

// The run of the weak machine in the shape of every other counterexample.
class Schedule {
 public:
  explicit Schedule(const Violation& v) : v_(v) {
    for (const ObservedThread& t : v.threads) run.threads.push_back(t.name);
    for (const Step& s : v.run) add(s);
    run.missed = {{.read = step_of.at(v.overtaking), .store = step_of.at(v.delayed)}};
  }

  report::Run run;
  std::map<std::uint32_t, std::uint32_t> step_of;  // by event

 private:
  void add(const Step& s) {
    const ObservedEvent& e = v_.events[s.event];
    std::vector<std::uint32_t>& buffer = buffers_[e.thread];
    report::Step step{.thread = v_.threads[e.thread].name,
                      .drain = s.reaches_memory,
                      .op = e.op,
                      .place = place_of(e.stack),
                      .text = s.reaches_memory ? fmt::format("{} reaches memory", e.variable)
                                               : report::event_text(e.op, e.variable)};
    if (e.size != 0) step.variable = e.variable;
    if (s.reaches_memory) {
      step.store = step_of.at(s.event);
      step.written = kNewValue;
      std::erase(buffer, s.event);
    } else {
      step_of.emplace(s.event, static_cast<std::uint32_t>(run.schedule.size()));
      if (is_store(e)) {
        step.buffered = kNewValue;
        buffer.push_back(s.event);
      } else if (is_load(e)) {
        for (const std::uint32_t held : buffer)
          if (v_.events[held].variable != e.variable) step.overtook.push_back(step_of.at(held));
      }
    }
    for (const std::uint32_t held : buffer)
      step.buffer.push_back({v_.events[held].variable, kNewValue, step_of.at(held)});
    run.schedule.push_back(std::move(step));
  }

  const Violation& v_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> buffers_;  // by thread: events
};

// "T1 at /src/sb.c:12: stores x"
std::string sentence_of(const report::ObservedAccess& a) {
  const std::string place =
      a.place.known() ? fmt::format(" at {}:{}", a.place.file, a.place.line) : "";
  return fmt::format("{}{}: {}", a.thread, place, report::event_text(a.op, a.variable));
}

report::ObservedViolation violation_of(const Violation& v) {
  Schedule schedule(v);
  report::ObservedViolation out{.delayed = access_of(v.events[v.delayed], v.threads),
                                .overtaking = access_of(v.events[v.overtaking], v.threads),
                                .threads = v.threads,
                                .trace = v.trace,
                                .weak_trace = v.weak_trace};
  out.place = out.delayed.place;
  out.message = fmt::format("the {} is delayed past the {}", report::short_text(out.delayed),
                            report::short_text(out.overtaking));
  out.models = {Model::PSO};
  if (v.model == Model::TSO) out.models = {Model::TSO, Model::PSO};
  out.seen = {v.count, v.runs, v.seed};
  if (v.same_reads_under_sc != ScVerdict::Unknown)
    out.same_reads_under_sc = v.same_reads_under_sc == ScVerdict::Yes;
  for (const CycleStep& s : v.cycle) {
    report::ObservedAccess step = access_of(v.events[s.event], v.threads);
    step.edge = edge_of(s.edge);
    if (const auto at = schedule.step_of.find(s.event); at != schedule.step_of.end())
      step.step = at->second;
    out.explanation.push_back(fmt::format("{}, {}", sentence_of(step), report::because(step.edge)));
    out.path.push_back(std::move(step));
  }
  out.explanation.push_back(sentence_of(out.delayed));
  out.run = std::move(schedule.run);
  return out;
}

report::ObservedError race_of(const RaceFound& r) {
  report::ObservedError e{.kind = report::ObservedKind::Race,
                          .place = place_of(r.second.stack),
                          .seen = {r.count, r.runs, r.seed},
                          .first = access_of(r.first, r.threads),
                          .second = access_of(r.second, r.threads),
                          .threads = r.threads};
  e.message = fmt::format("data race: {} and {}", report::short_text(e.first),
                          report::short_text(e.second));
  return e;
}

report::ObservedError deadlock_of(const DeadlockFound& d) {
  report::ObservedError e{.kind = report::ObservedKind::Deadlock,
                          .message = fmt::format("deadlock of {} threads", d.waiting.size()),
                          .seen = {.runs = d.runs, .seed = d.seed}};
  for (const WaitFound& w : d.waiting)
    e.waiting.push_back({.place = place_of(w.stack),
                         .thread = w.thread,
                         .what = w.what,
                         .variable = w.variable,
                         .owner = w.owner,
                         .stack = w.stack});
  if (!e.waiting.empty()) e.place = e.waiting.front().place;
  return e;
}

report::ObservedError crash_of(const CrashFound& c) {
  return {.kind = report::ObservedKind::Crash,
          .message = fmt::format("the program died of signal {}", c.signal),
          .place = place_of(c.stack),
          .seen = {.runs = c.runs, .seed = c.seed},
          .signal = c.signal,
          .thread = c.thread,
          .address = address_text(c.address),
          .stack = c.stack};
}

report::ObservedRun run_of(const RunSummary& r) {
  report::ObservedRun run = r;
  if ((r.trouble & kTroubleMemory) != 0) run.troubles.push_back(report::Trouble::Memory);
  if ((r.trouble & kTroubleRecords) != 0) run.troubles.push_back(report::Trouble::Records);
  if ((r.trouble & kTroubleThreads) != 0) run.troubles.push_back(report::Trouble::Threads);
  return run;
}

}  // namespace

report::ObserveDocument make_document(const Result& result, const DocumentOptions& options) {
  report::ObserveDocument d{.frame = {.version = options.version,
                                      .input = result.command,
                                      .model = options.model,
                                      .seconds = result.seconds},
                            .folder = options.folder,
                            .full = options.full,
                            .suppressed = result.suppressed,
                            .unproved = result.unproved,
                            .unproved_reasons = result.unproved_reasons};
  if (result.found_anything()) d.verdict = report::Observation::Violation;
  for (const Violation& v : result.violations) d.violations.push_back(violation_of(v));
  for (const DeadlockFound& f : result.deadlocks) d.errors.push_back(deadlock_of(f));
  for (const RaceFound& f : result.races) d.errors.push_back(race_of(f));
  for (const CrashFound& f : result.crashes) d.errors.push_back(crash_of(f));
  for (const RunSummary& r : result.runs) d.runs.push_back(run_of(r));
  return d;
}

}  // namespace overtake::observe
