// The text of observe: findings as sanitizers print them.
#include <fmt/format.h>

#include <algorithm>
#include <csignal>
#include <cstring>

#include "report/document_text.h"
#include "report/make_run.h"
#include "report/observe_words.h"
#include "report/text_parts.h"

namespace overtake::report {
namespace {

constexpr std::size_t kShownSteps = 40;
constexpr std::string_view kRule =
    "==================================================================\n";

class ObserveText {
 public:
  ObserveText(const ObserveDocument& document, const Style& style) : d_(document), style_(style) {}

  std::string findings() const {
    std::string out;
    for (const ObservedKind kind :
         {ObservedKind::Crash, ObservedKind::Deadlock, ObservedKind::Race})
      for (const ObservedError& e : d_.errors)
        if (e.kind == kind) out += framed(error(e));
    for (const ObservedViolation& v : d_.violations) out += framed(violation(v));
    return out;
  }

  std::string summary() const {
    std::string found;
    const auto add = [&](std::size_t n, std::string_view what) {
      if (n != 0) found += (found.empty() ? "" : ", ") + counted(n, what);
    };
    const std::size_t races = count(ObservedKind::Race);
    const std::size_t deadlocks = count(ObservedKind::Deadlock);
    add(d_.violations.size(), "violation");
    add(races, "race");
    add(deadlocks, "deadlock");
    if (!d_.violations.empty() && races + deadlocks == 0) found += " of sequential consistency";
    std::uint64_t events = 0;
    std::uint64_t preemptions = 0;
    for (const ObservedRun& r : d_.runs) {
      events += r.events;
      preemptions += r.preemptions;
    }
    std::string out = found.empty() ? paint("no violation of sequential consistency was observed",
                                            Paint::Green, style_)
                                    : paint(found, Paint::Red, style_);
    out += fmt::format("\n  {}, {} events, {} preemptions, {:.2f} s\n",
                       counted(d_.runs.size(), "run"), events, preemptions, d_.frame.seconds);
    return out + troubles() + not_shown();
  }

 private:
  static std::string framed(const std::string& text) {
    return fmt::format("{}{}{}\n", kRule, text, kRule);
  }
  std::string title(const std::string& text) const {
    return paint(text, Paint::Red, style_) + "\n";
  }
  std::string heading(const std::string& text) const {
    return paint("  " + text + ":\n", Paint::Bold, style_);
  }

  std::size_t count(ObservedKind kind) const {
    return static_cast<std::size_t>(std::ranges::count(d_.errors, kind, &ObservedError::kind));
  }

  static std::string seen(const Seen& s) {
    return fmt::format("{}, in {}", s.count == 1 ? "once" : fmt::format("{} times", s.count),
                       counted(s.runs, "run"));
  }

  std::string stack(const Stack& stack) const {
    std::string out;
    std::size_t number = 0;
    for (const SourceFrame& f : stack)
      out += fmt::format("    #{} {} {}{}\n", number++, f.function.empty() ? "??" : f.function,
                         frame_place(f, d_.folder), f.inlined ? " (inlined)" : "");
    return stack.empty() ? "    (not known)\n" : out;
  }

  static std::string thread(const ObservedThread& t) {
    return t.called.empty() ? t.name : fmt::format("{} '{}'", t.name, t.called);
  }

  // "store of x (4 bytes) by T1 'writer'"
  static std::string access(const ObservedAccess& a, const std::vector<ObservedThread>& threads) {
    const auto it = std::ranges::find(threads, a.thread, &ObservedThread::name);
    return fmt::format("{} of {} ({}) by {}", access_noun(a.op), a.variable,
                       counted(a.size, "byte"), it == threads.end() ? a.thread : thread(*it));
  }

  std::string started(const std::vector<ObservedThread>& threads) const {
    std::string out;
    for (const ObservedThread& t : threads)
      if (!t.created.empty())
        out += fmt::format("  Thread {} was started at\n{}", thread(t), stack(t.created));
    return out;
  }

  std::string cycle_line(const ObservedAccess& a) const {
    return fmt::format("    {} {} ({})", a.thread, event_text(a.op, a.variable),
                       a.stack.empty() ? "?" : frame_place(own_frame(a.stack), d_.folder));
  }

  // The end of the run is what matters. A store that reaches memory at once is one line.
  std::string steps(const ObservedViolation& v) const {
    const std::vector<Step>& all = v.run.schedule;
    const std::size_t limit = d_.full ? all.size() : kShownSteps;
    std::size_t at = all.size() > limit ? all.size() - limit : 0;
    std::string out;
    if (at != 0) out += fmt::format("    ({} earlier steps; --full shows them)\n", at);
    for (; at < all.size(); ++at) {
      const Step& s = all[at];
      if (s.drain && s.store + 1 == at) continue;
      const bool at_once = at + 1 < all.size() && all[at + 1].drain && all[at + 1].store == at;
      std::string what = s.drain ? fmt::format("the store of {} reaches memory", s.variable)
                         : s.buffered && !at_once
                             ? fmt::format("stores {}, which stays in its buffer", s.variable)
                             : s.text;
      if (!v.run.missed.empty() && v.run.missed.front().read == at)
        what += fmt::format(", without the {} of {}", access_noun(v.delayed.op), v.delayed.thread);
      out += fmt::format("    {:<8} {}\n", s.thread, what);
    }
    return out;
  }

  std::string violation(const ObservedViolation& v) const {
    std::vector<std::string> models;
    for (const Model model : v.models) models.push_back(upper(model));
    std::string out =
        title(fmt::format("WARNING: overtake: not sequentially consistent under {} (seed {})",
                          joined(models, " and "), v.seen.seed));
    out +=
        heading(fmt::format("This {} can stay in its store buffer", access(v.delayed, v.threads)));
    out += stack(v.delayed.stack);
    out += heading(
        fmt::format("until after this {}, which does not see it", access(v.overtaking, v.threads)));
    out += stack(v.overtaking.stack);
    out += "  Each of these happens before the next, in a cycle:\n";
    for (const ObservedAccess& a : v.path)
      out += fmt::format("{},\n      {}\n", cycle_line(a), because(a.edge));
    out += cycle_line(v.delayed) + "\n";
    out += fmt::format("  A run under {} that shows it (replayed; {}):\n",
                       models.empty() ? "?" : models.front(),
                       v.same_reads_under_sc == false
                           ? "no execution under SC has these reads"
                           : "the order of its stores is that of no execution under SC");
    out += steps(v) + started(v.threads);
    return out + fmt::format("SUMMARY: overtake: {} is delayed past {} ({})\n",
                             short_text(v.delayed, d_.folder), short_text(v.overtaking, d_.folder),
                             seen(v.seen));
  }

  std::string error(const ObservedError& e) const {
    switch (e.kind) {
      case ObservedKind::Race:
        return race(e);
      case ObservedKind::Deadlock:
        return deadlock(e);
      case ObservedKind::Crash:
        break;
    }
    std::string out = title(fmt::format("overtake: the program died of a signal: {} (seed {})",
                                        strsignal(e.signal), e.seen.seed));
    out += e.signal == SIGSEGV || e.signal == SIGBUS
               ? fmt::format("  {} accessed {} at\n", e.thread, e.address)
               : fmt::format("  {} was at\n", e.thread);
    return out + stack(e.stack);
  }

  std::string race(const ObservedError& e) const {
    std::string out = title(fmt::format("WARNING: overtake: data race (seed {})", e.seen.seed));
    out += heading(access(e.second, e.threads)) + stack(e.second.stack);
    out += heading("earlier " + access(e.first, e.threads)) + stack(e.first.stack);
    return out + started(e.threads) +
           fmt::format("SUMMARY: overtake: data race: {} and {} ({})\n",
                       short_text(e.first, d_.folder), short_text(e.second, d_.folder),
                       seen(e.seen));
  }

  std::string deadlock(const ObservedError& e) const {
    std::string out = title(fmt::format("WARNING: overtake: deadlock (seed {})", e.seen.seed));
    for (const ObservedWait& w : e.waiting)
      out += heading(fmt::format("{} waits for {}", w.thread, wait_text(w))) + stack(w.stack);
    return out + fmt::format("SUMMARY: overtake: deadlock of {} (in {})\n",
                             counted(e.waiting.size(), "thread"), counted(e.seen.runs, "run"));
  }

  std::string troubles() const {
    const auto met = [&](Trouble trouble) {
      return std::ranges::any_of(d_.runs, [&](const ObservedRun& r) {
        return std::ranges::find(r.troubles, trouble) != r.troubles.end();
      });
    };
    const auto ended = [&](RunEnd end) {
      return static_cast<std::uint64_t>(std::ranges::count(d_.runs, end, &ObservedRun::end));
    };
    std::string out;
    if (met(Trouble::Memory))
      out +=
          "  in some run there was no memory to watch the program with: it was watched in part\n";
    if (met(Trouble::Records)) out += "  there were too many findings: not all are shown\n";
    if (met(Trouble::Threads)) out += "  there were too many threads: some were not watched\n";
    if (const std::uint64_t n = ended(RunEnd::TimedOut); n != 0)
      out += fmt::format("  {} reached the time limit\n", counted(n, "run"));
    if (const std::uint64_t n = ended(RunEnd::Signalled); n != 0)
      out += fmt::format("  {} died of a signal\n", counted(n, "run"));
    return out;
  }

  std::string not_shown() const {
    std::string out;
    if (d_.suppressed != 0)
      out += fmt::format("  {} suppressed\n", counted(d_.suppressed, "finding"));
    if (d_.unproved == 0) return out;
    out += fmt::format("  {} not shown, because no run was constructed that shows it",
                       counted(d_.unproved, "pair"));
    for (const std::string& reason : d_.unproved_reasons) out += "; " + reason;
    return out + "\n";
  }

  const ObserveDocument& d_;
  const Style& style_;
};

}  // namespace

std::string findings_text(const ObserveDocument& document, const Style& style) {
  return ObserveText(document, style).findings();
}

std::string text_of(const ObserveDocument& d, const Style& style) {
  const ObserveText text(d, style);
  return text.findings() + text.summary();
}

}  // namespace overtake::report
