#include "observe/collect.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "observe/core/watch.h"
#include "observe/part.h"
#include "observe/record.h"
#include "observe/runtime/blocked_on.h"
#include "report/observe_words.h"

namespace overtake::observe {
namespace {

std::string place_key(const SourceFrame& f) {
  return f.file.empty() ? fmt::format("{}+{:x}", f.module, f.offset)
                        : fmt::format("{}:{}:{}", f.file, f.line, f.column);
}
// The user's place, and which access there.
std::string place_key(const Stack& stack) {
  return place_key(report::own_frame(stack)) + "|" + place_key(stack.front());
}

std::string_view op_of(EventKind kind, std::uint8_t flags) {
  const bool atomic = (flags & kIsAtomic) != 0;
  switch (kind) {
    case EventKind::Read:
      return atomic ? "atomic-load" : "load";
    case EventKind::Write:
    case EventKind::ReleaseWrite:
    case EventKind::FullWrite:
      return atomic ? "atomic-store" : "store";
    case EventKind::Rmw:
      return "rmw";
    case EventKind::AtomicRead:
      return "cas";
    case EventKind::Wait:
      return "lock";
    case EventKind::Fence:
    case EventKind::Drained:
      return "fence";
    case EventKind::StoreFence:
      return "store-fence";
    case EventKind::Begin:
      return "begin";
    case EventKind::End:
      return "end";
    case EventKind::Order:
      return "order";
    case EventKind::None:
      break;
  }
  return "?";
}

class Namer {
 public:
  Namer(const Findings& findings, Symbols& symbols) : findings_(findings), symbols_(symbols) {}

  std::vector<ObservedThread> threads;

  std::uint32_t thread(std::uint32_t number) {
    const auto [at, added] = index_.try_emplace(number, threads.size());
    if (added) {
      ObservedThread t{findings_.thread_name(number), {}, {}};
      const auto found = findings_.threads.find(number);
      if (found != findings_.threads.end()) {
        t.called = std::string(found->second.name, strnlen(found->second.name, 16));
        if (found->second.pc != 0)
          t.created = symbols_.stack(findings_.stack(found->second.pc, found->second.context));
      }
      threads.push_back(std::move(t));
    }
    return at->second;
  }

  std::string variable(std::uint64_t address) {
    std::string known = symbols_.variable(address);
    return known.empty() ? fmt::format("0x{:x}", address) : known;
  }

  ObservedEvent event(const WindowEvent& e) {
    const EventKind kind = kind_of(e);
    ObservedEvent out{std::string(op_of(kind, e.flags)), thread(e.thread), {}, 0, 0, {}};
    if (has_bytes(kind)) {
      out.variable = variable(e.address);
      out.address = e.address;
      out.size = e.size;
    }
    out.stack = symbols_.stack(findings_.stack(e.pc, e.context));
    return out;
  }

 private:
  const Findings& findings_;
  Symbols& symbols_;
  std::map<std::uint32_t, std::uint32_t> index_;
};

std::string_view text_of(BlockedOn what) {
  switch (what) {
    case BlockedOn::Mutex:
      return "a mutex";
    case BlockedOn::RwLock:
      return "a read-write lock";
    case BlockedOn::SpinLock:
      return "a spin lock";
    case BlockedOn::Condition:
      return "a condition variable";
    case BlockedOn::Semaphore:
      return "a semaphore";
    case BlockedOn::Barrier:
      return "a barrier";
    case BlockedOn::Once:
      return "an initialization (once)";
    case BlockedOn::Join:
      return "the end of a thread";
    case BlockedOn::Futex:
      return "a futex";
    case BlockedOn::Guard:
      return "the initialization of a static object";
    case BlockedOn::Sleep:
    case BlockedOn::Nothing:
      break;
  }
  return "nothing";
}

// The run as the user sees it: one event for each access, whatever pieces it was judged in.
void describe(const FoundPair& pair, const Judged& judged, Namer& namer, Violation& v) {
  std::vector<std::uint32_t> event_of(pair.events.size(), UINT32_MAX);  // by window event
  for (std::uint32_t w : judged.part.window)
    if (event_of[w] == UINT32_MAX) {
      event_of[w] = static_cast<std::uint32_t>(v.events.size());
      v.events.push_back(namer.event(pair.events[w]));
    }
  const auto of = [&](EventId e) { return event_of[judged.part.window[e.index()]]; };
  v.delayed = of(judged.delayed);
  v.overtaking = of(judged.overtaking);
  for (const Edge& e : judged.cycle)
    if (of(e.from) != of(e.to)) v.cycle.push_back({of(e.from), e.kind});
  for (const WitnessStep& s : judged.run) {
    const Step step{of(s.event), s.memory_write};
    if (v.run.empty() || v.run.back().event != step.event ||
        v.run.back().reaches_memory != step.reaches_memory)
      v.run.push_back(step);
  }
  v.same_reads_under_sc = judged.same_reads_under_sc;
}

}  // namespace

Symbols& Collector::symbols_of(const Findings& f) {
  if (symbols_ == nullptr || modules_ != f.modules) {
    modules_ = f.modules;
    symbols_ = std::make_unique<Symbols>(modules_);
    keys_.clear();
  }
  return *symbols_;
}

void Collector::add(const Findings& findings, std::uint64_t seed) {
  Symbols& symbols = symbols_of(findings);
  for (const FoundPair& pair : findings.pairs) {
    if (pair.kind == RecordKind::Violation) add_violation(findings, pair, symbols, seed);
    if (pair.kind == RecordKind::Race) add_race(findings, pair, symbols, seed);
  }
  for (const FoundDeadlock& d : findings.deadlocks) add_deadlock(findings, d, symbols, seed);
  for (const CrashRecord& c : findings.crashes) add_crash(findings, c, symbols, seed);
}

void Collector::add_violation(const Findings& f, const FoundPair& pair, Symbols& symbols,
                              std::uint64_t seed) {
  const WindowEvent* ends[2] = {nullptr, nullptr};
  for (const WindowEvent& e : pair.events) {
    if (e.seq == pair.first) ends[0] = &e;
    if (e.seq == pair.second) ends[1] = &e;
  }
  const bool tso = (pair.window_models & kTso) != 0;
  const bool whole = ends[0] != nullptr && ends[1] != nullptr;
  const std::string addresses = whole ? fmt::format("{:x} {:x} {:x} {:x}", ends[0]->pc,
                                                    ends[0]->context, ends[1]->pc, ends[1]->context)
                                      : "";
  std::string key = whole ? keys_[addresses] : "?";
  if (key.empty()) {
    const Stack first = symbols.stack(f.stack(ends[0]->pc, ends[0]->context));
    const Stack second = symbols.stack(f.stack(ends[1]->pc, ends[1]->context));
    if (suppressions_.match(FindingKind::Violation, {&first, &second})) {
      result_.suppressed += counts("suppressed" + addresses) ? 1 : 0;
      return;
    }
    keys_[addresses] = key = place_key(first) + " " + place_key(second);
  }
  const auto known = violations_.find(key);
  if (known != violations_.end()) {
    Violation& v = result_.violations[known->second];
    v.count += pair.count;
    if (counts(key)) ++v.runs;
    if (v.model == Model::TSO || !tso) return;
  }
  const Judged judged = judge(pair, tso ? Model::TSO : Model::PSO);
  if (!judged.error.empty()) {
    ++result_.unproved;
    auto& reasons = result_.unproved_reasons;
    if (std::find(reasons.begin(), reasons.end(), judged.error) == reasons.end())
      reasons.push_back(judged.error);
    return;
  }
  Violation v;
  v.model = judged.model;
  Namer namer(f, symbols);
  describe(pair, judged, namer, v);
  v.threads = std::move(namer.threads);
  v.seed = seed;
  v.trace = observed_trace(judged, v);
  v.weak_trace = weak_trace(judged, v);
  if (known != violations_.end()) {
    Violation& old = result_.violations[known->second];
    v.count = old.count;
    v.runs = old.runs;
    old = std::move(v);
    return;
  }
  v.count = pair.count;
  v.runs = 1;
  counts(key);
  violations_.emplace(key, result_.violations.size());
  result_.violations.push_back(std::move(v));
}

void Collector::add_race(const Findings& f, const FoundPair& pair, Symbols& symbols,
                         std::uint64_t seed) {
  if (pair.events.size() != 2) return;
  Namer namer(f, symbols);
  RaceFound r;
  r.first = namer.event(pair.events[0]);
  r.second = namer.event(pair.events[1]);
  r.threads = std::move(namer.threads);
  const std::string key = place_key(r.first.stack) + " " + place_key(r.second.stack);
  if (suppressions_.match(FindingKind::Race, {&r.first.stack, &r.second.stack})) {
    result_.suppressed += counts("race" + key) ? 1 : 0;
    return;
  }
  const auto [at, added] = races_.try_emplace(key, result_.races.size());
  if (added) {
    r.seed = seed;
    result_.races.push_back(std::move(r));
  }
  RaceFound& known = result_.races[at->second];
  known.count += pair.count;
  if (counts("r " + key)) ++known.runs;
}

void Collector::add_deadlock(const Findings& f, const FoundDeadlock& found, Symbols& symbols,
                             std::uint64_t seed) {
  Namer namer(f, symbols);
  DeadlockFound d;
  std::string key;
  std::vector<const Stack*> stacks;
  for (const WaitingThread& w : found.waiting) {
    const auto what = static_cast<BlockedOn>(w.what);
    WaitFound wait{f.thread_name(w.thread), std::string(text_of(what)),
                   what == BlockedOn::Join ? "" : namer.variable(w.object),
                   w.owner != 0 ? f.thread_name(w.owner) : "",
                   symbols.stack(f.stack(w.pc, w.context))};
    if (!wait.stack.empty()) key += place_key(wait.stack) + " ";
    d.waiting.push_back(std::move(wait));
  }
  for (const WaitFound& w : d.waiting) stacks.push_back(&w.stack);
  if (suppressions_.match(FindingKind::Deadlock, stacks)) {
    result_.suppressed += counts("deadlock" + key) ? 1 : 0;
    return;
  }
  const auto [at, added] = deadlocks_.try_emplace(key, result_.deadlocks.size());
  if (added) {
    d.seed = seed;
    result_.deadlocks.push_back(std::move(d));
  }
  ++result_.deadlocks[at->second].runs;
}

void Collector::add_crash(const Findings& f, const CrashRecord& found, Symbols& symbols,
                          std::uint64_t seed) {
  CrashFound c;
  c.signal = static_cast<int>(found.signal);
  c.thread = found.thread != 0 ? f.thread_name(found.thread) : "?";
  c.address = found.address;
  std::vector<std::uint64_t> calls(found.pcs, found.pcs + found.count);
  if (!calls.empty()) ++calls.front();  // the instruction itself
  c.stack = symbols.stack(calls);
  const std::string key =
      fmt::format("{} {}", c.signal, c.stack.empty() ? "" : place_key(report::own_frame(c.stack)));
  const auto [at, added] = crashes_.try_emplace(key, result_.crashes.size());
  if (added) {
    c.seed = seed;
    result_.crashes.push_back(std::move(c));
  }
  ++result_.crashes[at->second].runs;
}

}  // namespace overtake::observe
