#include "observe/text.h"

#include <fmt/format.h>

#include <csignal>
#include <cstring>

#include "observe/findings.h"

namespace overtake::observe {
namespace {

constexpr std::size_t kShownSteps = 40;
constexpr std::string_view kLine =
    "==================================================================";

std::string painted(std::string_view text, std::string_view code, const TextStyle& style) {
  return style.color ? fmt::format("\033[{}m{}\033[0m", code, text) : std::string(text);
}

std::string short_file(const std::string& file, const TextStyle& style) {
  const std::string folder = style.source_folder.empty() ? "" : style.source_folder + "/";
  return !folder.empty() && file.starts_with(folder) ? file.substr(folder.size()) : file;
}

std::string place_text(const SourceFrame& f, const TextStyle& style) {
  if (f.file.empty()) return fmt::format("{}+0x{:x}", f.module.empty() ? "?" : f.module, f.offset);
  std::string out = fmt::format("{}:{}", short_file(f.file, style), f.line);
  if (f.column != 0) out += fmt::format(":{}", f.column);
  return out;
}

std::string stack_text(const Stack& stack, const TextStyle& style) {
  std::string out;
  std::size_t number = 0;
  for (const SourceFrame& f : stack)
    out += fmt::format("    #{} {} {}{}\n", number++, f.function.empty() ? "??" : f.function,
                       place_text(f, style), f.inlined ? " (inlined)" : "");
  return stack.empty() ? "    (not known)\n" : out;
}

std::string thread_text(const ObservedThread& t) {
  return t.called.empty() ? t.name : fmt::format("{} '{}'", t.name, t.called);
}

std::string threads_text(const std::vector<ObservedThread>& threads, const TextStyle& style) {
  std::string out;
  for (const ObservedThread& t : threads)
    if (!t.created.empty())
      out += fmt::format("  Thread {} was started at\n{}", thread_text(t),
                         stack_text(t.created, style));
  return out;
}

std::string_view verb(const std::string& op) {
  if (op == "load") return "loads";
  if (op == "atomic-load") return "loads (atomically)";
  if (op == "store") return "stores";
  if (op == "atomic-store") return "stores (atomically)";
  if (op == "rmw") return "reads and writes";
  if (op == "cas") return "reads (compare-exchange)";
  if (op == "lock") return "takes the lock";
  if (op == "fence") return "executes a fence";
  if (op == "store-fence") return "executes a store-store fence";
  if (op == "begin") return "begins";
  if (op == "end") return "ends";
  return "waits for another thread";
}

std::string_view noun(const std::string& op) {
  if (op == "load") return "load";
  if (op == "atomic-load") return "atomic load";
  if (op == "store") return "store";
  if (op == "atomic-store") return "atomic store";
  if (op == "rmw") return "read-modify-write";
  if (op == "cas") return "compare-exchange";
  return op;
}

std::string bytes_text(std::uint32_t size) {
  return size == 1 ? "1 byte" : fmt::format("{} bytes", size);
}

std::string times(std::uint64_t n) { return n == 1 ? "once" : fmt::format("{} times", n); }

std::string counted(std::uint64_t n, std::string_view what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

std::string_view models_of(const Violation& v) {
  return v.model == Model::TSO ? "TSO and PSO" : "PSO";
}

std::string run_text(const Violation& v, const TextStyle& style) {
  std::string out;
  std::size_t shown = 0;
  const std::size_t limit = style.full ? v.run.size() : kShownSteps;
  // The end of the run is what matters.
  std::size_t first = v.run.size() > limit ? v.run.size() - limit : 0;
  if (first != 0) out += fmt::format("    ({} earlier steps; --full shows them)\n", first);
  for (; first < v.run.size(); ++first, ++shown) {
    const Step& s = v.run[first];
    const ObservedEvent& e = v.events[s.event];
    const std::string who = v.threads[e.thread].name;
    const bool held = !s.reaches_memory && (e.op == "store" || e.op == "atomic-store") &&
                      (first + 1 >= v.run.size() || v.run[first + 1].event != s.event);
    // A store that reaches memory at once is one line.
    if (s.reaches_memory && first > 0 && v.run[first - 1].event == s.event) continue;
    std::string what = s.reaches_memory ? fmt::format("the store of {} reaches memory", e.variable)
                       : held ? fmt::format("stores {}, which stays in its buffer", e.variable)
                              : event_text(e);
    if (!s.reaches_memory && s.event == v.overtaking)
      what += fmt::format(", without the {} of {}", noun(v.events[v.delayed].op),
                          v.threads[v.events[v.delayed].thread].name);
    out += fmt::format("    {:<8} {}\n", who, what);
  }
  return out;
}

}  // namespace

std::string_view because(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::ProgramOrder:
      return "before, in program order,";
    case EdgeKind::Synchronization:
      return "before, by synchronization,";
    case EdgeKind::ReadsFrom:
      return "which is read when";
    case EdgeKind::StoreOrder:
      return "which is overwritten when";
    case EdgeKind::FromRead:
      return "and so happens before";
  }
  return "?";
}

std::string event_text(const ObservedEvent& e) {
  return e.variable.empty() ? std::string(verb(e.op))
                            : fmt::format("{} {}", verb(e.op), e.variable);
}

std::string short_text(const ObservedEvent& e, const TextStyle& style) {
  std::string out = fmt::format("{} of {}", noun(e.op), e.variable);
  if (e.stack.empty()) return out;
  const SourceFrame& f = own_frame(e.stack);
  return out +
         fmt::format(" at {} ({})", place_text(f, style), f.function.empty() ? "??" : f.function);
}

std::string to_text(const Violation& v, const TextStyle& style) {
  const ObservedEvent& delayed = v.events[v.delayed];
  const ObservedEvent& overtaking = v.events[v.overtaking];
  std::string out = std::string(kLine) + "\n";
  out += painted(fmt::format("WARNING: overtake: not sequentially consistent under {} (seed {})",
                             models_of(v), v.seed),
                 "1;31", style) +
         "\n";
  out += painted(fmt::format("  This {} of {} ({}) by {} can stay in its store buffer:\n",
                             noun(delayed.op), delayed.variable, bytes_text(delayed.size),
                             thread_text(v.threads[delayed.thread])),
                 "1", style);
  out += stack_text(delayed.stack, style);
  out += painted(fmt::format("  until after this {} of {} ({}) by {}, which does not see it:\n",
                             noun(overtaking.op), overtaking.variable, bytes_text(overtaking.size),
                             thread_text(v.threads[overtaking.thread])),
                 "1", style);
  out += stack_text(overtaking.stack, style);
  out += "  These happen one before the other, round in a cycle:\n";
  const auto line = [&](const ObservedEvent& e) {
    return fmt::format("    {} {} ({})", v.threads[e.thread].name, event_text(e),
                       e.stack.empty() ? "?" : place_text(own_frame(e.stack), style));
  };
  for (const CycleStep& s : v.cycle)
    out += fmt::format("{},\n      {}\n", line(v.events[s.event]), because(s.edge));
  out += line(delayed) + "\n";
  out +=
      fmt::format("  A run under {} that shows it ({}):\n", name(v.model) == "tso" ? "TSO" : "PSO",
                  v.same_reads_under_sc == ScVerdict::No
                      ? "replayed; no execution under SC has these reads"
                      : "replayed; the order of its stores is that of no execution under SC");
  out += run_text(v, style);
  out += threads_text(v.threads, style);
  out += fmt::format("SUMMARY: overtake: {} is delayed past {} ({}, in {})\n",
                     short_text(delayed, style), short_text(overtaking, style), times(v.count),
                     counted(v.runs, "run"));
  return out + std::string(kLine) + "\n\n";
}

std::string to_text(const RaceFound& r, const TextStyle& style) {
  std::string out = std::string(kLine) + "\n";
  out +=
      painted(fmt::format("WARNING: overtake: data race (seed {})", r.seed), "1;31", style) + "\n";
  for (const ObservedEvent* e : {&r.second, &r.first})
    out += painted(fmt::format("  {}{} of {} ({}) by {}:\n", e == &r.second ? "" : "earlier ",
                               noun(e->op), e->variable, bytes_text(e->size),
                               thread_text(r.threads[e->thread])),
                   "1", style) +
           stack_text(e->stack, style);
  out += threads_text(r.threads, style);
  out += fmt::format("SUMMARY: overtake: data race: {} and {} ({}, in {})\n",
                     short_text(r.first, style), short_text(r.second, style), times(r.count),
                     counted(r.runs, "run"));
  return out + std::string(kLine) + "\n\n";
}

std::string to_text(const DeadlockFound& d, const TextStyle& style) {
  std::string out = std::string(kLine) + "\n";
  out +=
      painted(fmt::format("WARNING: overtake: deadlock (seed {})", d.seed), "1;31", style) + "\n";
  for (const WaitFound& w : d.waiting) {
    std::string what = w.what;
    if (!w.variable.empty()) what += " (" + w.variable + ")";
    if (!w.owner.empty())
      what += w.what == "the end of a thread" ? ", " + w.owner : ", which " + w.owner + " has";
    out += painted(fmt::format("  {} waits for {}:\n", w.thread, what), "1", style) +
           stack_text(w.stack, style);
  }
  out += fmt::format("SUMMARY: overtake: deadlock of {} (in {})\n",
                     counted(d.waiting.size(), "thread"), counted(d.runs, "run"));
  return out + std::string(kLine) + "\n\n";
}

std::string to_text(const CrashFound& c, const TextStyle& style) {
  std::string out = std::string(kLine) + "\n";
  out += painted(fmt::format("overtake: the program died of a signal: {} (seed {})",
                             strsignal(c.signal), c.seed),
                 "1;31", style) +
         "\n";
  if (c.signal == SIGSEGV || c.signal == SIGBUS)
    out += fmt::format("  {} accessed 0x{:x} at\n", c.thread, c.address);
  else
    out += fmt::format("  {} was at\n", c.thread);
  out += stack_text(c.stack, style);
  return out + std::string(kLine) + "\n\n";
}

namespace {

std::string troubles(const Result& result) {
  std::uint32_t trouble = 0;
  std::uint64_t timed_out = 0;
  std::uint64_t signalled = 0;
  for (const RunSummary& r : result.runs) {
    trouble |= r.trouble;
    timed_out += r.end == RunEnd::TimedOut ? 1 : 0;
    signalled += r.end == RunEnd::Signalled ? 1 : 0;
  }
  std::string out;
  if ((trouble & kTroubleMemory) != 0)
    out += "  in some run there was no memory to watch the program with: it was watched in part\n";
  if ((trouble & kTroubleRecords) != 0)
    out += "  there were too many findings: not all are shown\n";
  if ((trouble & kTroubleThreads) != 0)
    out += "  there were too many threads: some were not watched\n";
  if (timed_out != 0)
    out += fmt::format("  {} reached the time limit\n", counted(timed_out, "run"));
  if (signalled != 0) out += fmt::format("  {} died of a signal\n", counted(signalled, "run"));
  if (result.suppressed != 0)
    out += fmt::format("  {} suppressed\n", counted(result.suppressed, "finding"));
  if (result.unproved != 0) {
    out += fmt::format("  {} not shown, because no run was constructed that shows it",
                       counted(result.unproved, "pair"));
    for (const std::string& reason : result.unproved_reasons) out += fmt::format("; {}", reason);
    out += "\n";
  }
  return out;
}

}  // namespace

std::string summary_text(const Result& result, const TextStyle& style) {
  std::string found;
  const auto add = [&](std::size_t n, std::string_view what) {
    if (n != 0) found += (found.empty() ? "" : ", ") + counted(n, what);
  };
  add(result.violations.size(), "violation");
  add(result.races.size(), "race");
  add(result.deadlocks.size(), "deadlock");
  if (!result.violations.empty() && result.races.empty() && result.deadlocks.empty())
    found += " of sequential consistency";
  std::uint64_t events = 0;
  std::uint64_t preemptions = 0;
  for (const RunSummary& r : result.runs) {
    events += r.events;
    preemptions += r.preemptions;
  }
  std::string out =
      painted(found.empty() ? "no violation of sequential consistency was observed" : found,
              found.empty() ? "1;32" : "1;31", style) +
      "\n";
  out += fmt::format("  {}, {} events, {} preemptions, {:.2f} s\n",
                     counted(result.runs.size(), "run"), events, preemptions, result.seconds);
  return out + troubles(result);
}

std::string to_text(const Result& result, const TextStyle& style) {
  std::string out;
  for (const CrashFound& c : result.crashes) out += to_text(c, style);
  for (const DeadlockFound& d : result.deadlocks) out += to_text(d, style);
  for (const RaceFound& r : result.races) out += to_text(r, style);
  for (const Violation& v : result.violations) out += to_text(v, style);
  return out + summary_text(result, style);
}

}  // namespace overtake::observe
