#include "report/explain.h"

#include <fmt/format.h>

#include <algorithm>

#include "ir/errors.h"
#include "report/describe.h"

namespace overtake::report {
namespace {

using exec::OpKind;
using memory::kNoStep;
using memory::Record;

constexpr std::size_t kMaxMissed = 2;  // two missed stores explain every classic case

class Explainer {
 public:
  Explainer(const ir::Program& program, const memory::Replay& replay, const Slice& slice,
            Names& names, const std::optional<Race>& race)
      : program_(program), replay_(replay), slice_(slice), names_(names), race_(race) {}

  std::vector<std::string> run() {
    if (race_) {
      explain_race();
      return std::move(sentences_);
    }
    explain_missed_stores();
    if (slice_.missed.empty()) explain_overtaking_reads();
    if (sentences_.empty()) explain_lost_updates();
    if (waits_for_ever(replay_)) {
      // A thread that waits for another one waits because of that one: the cause first.
      for (const bool joins : {false, true})
        for (const auto& stuck : replay_.stuck)
          if ((stuck.waits_for.kind == OpKind::Join) == joins)
            say(explain_stuck(program_, replay_, stuck, names_));
    } else {
      explain_failure();
      explain_memory_error();
    }
    return std::move(sentences_);
  }

 private:
  void say(std::string sentence) {
    if (std::ranges::find(sentences_, sentence) == sentences_.end())
      sentences_.push_back(std::move(sentence));
  }

  const Record& at(std::uint32_t step) const { return replay_.records[step]; }
  std::string who(std::uint32_t step) const { return names_.thread(at(step).step.thread); }
  Place place(std::uint32_t step) const {
    return shown_place(program_, at(step).op.source, at(step).calls);
  }
  std::string line(std::uint32_t step) const { return place(step).text(); }
  std::string store(std::uint32_t step) { return store_text(at(step), names_); }
  std::string read(std::uint32_t step) {
    const Record& r = at(step);
    return fmt::format("{} = {}", names_.variable(r.op.address, r.op.size),
                       names_.value(r.read, r.op.size, r.op.address));
  }

  void explain_missed_stores() {
    for (std::size_t i = 0; i < std::min(kMaxMissed, slice_.missed.size()); ++i) {
      const MissedStore& m = slice_.missed[i];
      std::string sentence = fmt::format(
          "{} read {} ({}) although {} had already stored {} ({}): the store was still in {}'s "
          "store buffer",
          who(m.read), read(m.read), line(m.read), who(m.store), store(m.store), line(m.store),
          who(m.store));
      if (m.overtaking_store != kNoStep)
        sentence += fmt::format(", while the later store {} ({}) had already reached memory",
                                store(m.overtaking_store), line(m.overtaking_store));
      say(sentence + ".");
    }
  }

  // The two accesses, and what could have ordered them but did not.
  void explain_race() {
    const auto access = [&](std::uint32_t step) {
      const Record& r = at(step);
      const bool plain = r.op.order == ir::Order::Plain;
      const bool both = r.op.kind != OpKind::Load && r.op.kind != OpKind::Store;
      return fmt::format("{} {}{} {} ({})", who(step),
                         both                    ? "changes"
                         : exec::may_write(r.op) ? "writes"
                                                 : "reads",
                         plain ? "" : " (atomically)", names_.variable(r.op.address, r.op.size),
                         line(step));
    };
    say(fmt::format("{}; {}.", access(race_->first), access(race_->second)));
    const std::vector<std::string> first = locks_held(race_->first);
    const std::vector<std::string> second = locks_held(race_->second);
    say(
        fmt::format("Nothing orders the two: {} holds {}, {} holds {}, and no release that one of "
                    "them does after its access is seen by the other before its own.",
                    who(race_->first), list_of(first), who(race_->second), list_of(second)));
  }

  static std::string list_of(const std::vector<std::string>& locks) {
    std::string list;
    for (const std::string& lock : locks) list += (list.empty() ? "" : ", ") + lock;
    return list.empty() ? "no lock" : list;
  }

  // The locks that the thread of a step holds when it does it.
  std::vector<std::string> locks_held(std::uint32_t step) {
    std::vector<std::string> held;
    for (std::uint32_t i = 0; i < step; ++i) {
      const Record& r = at(i);
      if (r.step.drain || r.step.thread != at(step).step.thread || r.op.kind != OpKind::Sync)
        continue;
      const std::string lock = names_.object(r.op.address);
      switch (r.op.sync()) {
        case ir::SyncOp::MutexLock:
        case ir::SyncOp::SpinLock:
        case ir::SyncOp::ReadLock:
        case ir::SyncOp::WriteLock:
        case ir::SyncOp::MutexTryLock:
        case ir::SyncOp::ReadTryLock:
        case ir::SyncOp::WriteTryLock:
          if (r.wrote_memory) held.push_back(lock);
          break;
        case ir::SyncOp::MutexUnlock:
        case ir::SyncOp::RwUnlock:
          std::erase(held, lock);
          break;
        default:
          break;
      }
    }
    return held;
  }

  void explain_lost_updates() {
    if (slice_.lost.empty()) return;
    const LostUpdate& l = slice_.lost.back();
    say(fmt::format(
        "{} read {} and then stored {} ({}); in between {} stored {} ({}), which was lost.",
        who(l.read), read(l.read), store(l.write), line(l.write), who(l.lost), store(l.lost),
        line(l.lost)));
  }

  // No other thread's store was missed, but a store came late.
  void explain_overtaking_reads() {
    std::size_t said = 0;
    for (std::uint32_t i = 0; i < replay_.records.size() && said < kMaxMissed; ++i) {
      if (!slice_.keep[i]) continue;
      for (std::uint32_t overtaken : at(i).overtook) {
        if (overtaken == kNoStep || !slice_.keep[overtaken]) continue;
        say(fmt::format(
            "{} read {} ({}) while its own earlier store {} ({}) was still in its store "
            "buffer: the read overtook the store.",
            who(i), read(i), line(i), store(overtaken), line(overtaken)));
        ++said;
        break;
      }
    }
  }

  // "main accesses Node#1.next, which T1 freed at list.c:14."
  void explain_memory_error() {
    if (!replay_.error || replay_.error->address == 0) return;
    const Address address = replay_.error->address;
    const ir::ErrorKind kind = replay_.error->kind;
    if (kind == ir::ErrorKind::NullDereference) return;
    std::string sentence = fmt::format("{} accesses {}", names_.thread(replay_.error_thread),
                                       names_.describe_object(address));
    for (std::uint32_t i = 0; i < replay_.records.size(); ++i) {
      const Record& r = at(i);
      if (r.step.drain || r.op.kind != OpKind::Free || r.error ||
          slot_bits(r.op.address) != slot_bits(address))
        continue;
      if (names_.is_thread_local(address))
        sentence += fmt::format("; its thread ended at {}", line(i));
      else if (r.op.ends_scope())
        sentence += fmt::format("; its function returned at {}", line(i));
      else
        sentence += fmt::format(", which {} freed at {}", who(i), line(i));
      break;
    }
    say(sentence + ".");
  }

  // What the failing thread read: on the failing line, and what its condition depends on; for
  // assertions of which that is not known, last of all.
  std::string reads_before_failure(const Place& failure) {
    std::vector<std::uint32_t> steps;
    std::uint32_t last = kNoStep;
    for (std::uint32_t i = 0; i < replay_.records.size(); ++i) {
      const Record& r = at(i);
      if (r.step.drain || r.step.thread != replay_.error_thread || !r.reads ||
          r.op.kind == OpKind::Sync || in_library(program_, r.op.source) ||
          is_failing_access(replay_, r) || names_.is_internal(r.op.address, r.op.size))
        continue;
      if (slice_.keep[i]) last = i;
      const bool on_the_line = place(i).line == failure.line && place(i).file == failure.file;
      if (on_the_line || feeds(i)) steps.push_back(i);
    }
    if (steps.empty() && last != kNoStep && replay_.error->kind == ir::ErrorKind::Assertion)
      steps.push_back(last);
    constexpr std::size_t kMost = 5;
    if (steps.size() > kMost) steps.erase(steps.begin(), steps.end() - kMost);
    std::vector<std::string> reads;
    for (std::uint32_t step : steps) {
      const std::string text = read(step);
      std::erase(reads, text);
      reads.push_back(text);
    }
    std::string list;
    for (std::size_t i = 0; i < reads.size(); ++i)
      list += (i == 0 ? "" : i + 1 == reads.size() ? " and " : ", ") + reads[i];
    return list;
  }

  bool feeds(std::uint32_t step) const {
    return std::ranges::any_of(slice_.feeders,
                               [&](const Feeder& f) { return f.direct && f.step == step; });
  }

  // "Then main read r1 = 0 and r2 = 0, and the assertion on line 31 failed."
  void explain_failure() {
    if (!replay_.error) return;
    const Place failure = shown_place(program_, replay_.error->source, replay_.error_calls);
    const std::string thread = names_.thread(replay_.error_thread);
    const std::string reads = reads_before_failure(failure);
    const std::string then = sentences_.empty() ? "" : "Then ";
    if (replay_.error->kind == ir::ErrorKind::Assertion)
      say(reads.empty() ? fmt::format("The assertion at {} failed in {}.", failure.text(), thread)
                        : fmt::format("{}{} read {}, and the assertion at {} failed.", then, thread,
                                      reads, failure.text()));
    else
      say(fmt::format("{}{}{}{} failed at {}: {}.", then, thread, reads.empty() ? "" : " read ",
                      reads + (reads.empty() ? "" : " and"), failure.text(),
                      ir::describe(replay_.error->kind)));
  }

  const ir::Program& program_;
  const memory::Replay& replay_;
  const Slice& slice_;
  Names& names_;
  const std::optional<Race>& race_;
  std::vector<std::string> sentences_;
};

// The step that last changed the word at `address`, and did not reset it to 0.
std::uint32_t holder(const memory::Replay& replay, Address address) {
  for (std::uint32_t i = static_cast<std::uint32_t>(replay.records.size()); i-- > 0;) {
    const Record& r = replay.records[i];
    if (r.op.address == address && r.wrote_memory && r.op.is_access())
      return r.written.lo != 0 ? i : kNoStep;
  }
  return kNoStep;
}

// The last step that did one of the operations on the word at `address`.
std::uint32_t last_step(const memory::Replay& replay, Address address,
                        std::initializer_list<ir::SyncOp> ops) {
  for (std::uint32_t i = static_cast<std::uint32_t>(replay.records.size()); i-- > 0;) {
    const Record& r = replay.records[i];
    if (r.step.drain || r.op.address != address || r.op.kind != OpKind::Sync) continue;
    if (std::ranges::find(ops, r.op.sync()) != ops.end()) return i;
  }
  return kNoStep;
}

// What could have ended the wait, and why it did not: a signal that came too early, or none.
std::string about_signals(const ir::Program& program, const memory::Replay& replay, Address address,
                          Names& names) {
  const std::uint32_t signal =
      last_step(replay, address, {ir::SyncOp::CondSignal, ir::SyncOp::CondBroadcast});
  if (signal == kNoStep) return ", which no thread ever sends.";
  const Record& r = replay.records[signal];
  const Place there = shown_place(program, r.op.source, r.calls);
  return fmt::format(", which no thread sends any more: the last one, of {} at {}, {}.",
                     names.thread(r.step.thread), there.text(),
                     r.read.lo != 0 ? "woke another wait" : "came when no thread waited");
}

// The last write of what a thread waits to see changed.
std::string about_last_write(const ir::Program& program, const memory::Replay& replay,
                             Address address, Names& names) {
  for (std::uint32_t i = static_cast<std::uint32_t>(replay.records.size()); i-- > 0;) {
    const Record& r = replay.records[i];
    if (r.op.address != address || r.step.drain || !exec::may_write(r.op) || !r.op.is_access())
      continue;
    if (r.op.kind != OpKind::Store && !r.wrote_memory) continue;
    return fmt::format(": {} wrote it last, at {}, and no thread does any more.",
                       names.thread(r.step.thread),
                       shown_place(program, r.op.source, r.calls).text());
  }
  return ": no thread ever writes it.";
}

}  // namespace

std::string explain_stuck(const ir::Program& program, const memory::Replay& replay,
                          const memory::StuckThread& stuck, Names& names) {
  const exec::Op& op = stuck.waits_for;
  const Place here = shown_place(program, op.source, stuck.calls);
  const std::string start =
      here.known() ? fmt::format("{} waits at {} ", names.thread(stuck.thread), here.text())
                   : fmt::format("{} waits ", names.thread(stuck.thread));
  if (op.kind == OpKind::Join) {
    return start + fmt::format("for {} to end.", names.thread(ThreadId{op.operand.lo}));
  }
  if (op.kind != OpKind::Sync) return start + fmt::format("to do {}.", op_name(op));
  const std::string it = names.object(op.address);
  switch (op.sync()) {
    case ir::SyncOp::MutexLock:
    case ir::SyncOp::SpinLock:
    case ir::SyncOp::ReadLock:
    case ir::SyncOp::WriteLock: {
      const std::uint32_t by = holder(replay, op.address);
      if (by == kNoStep) return start + fmt::format("for {}.", it);
      const Record& r = replay.records[by];
      const Place there = shown_place(program, r.op.source, r.calls);
      const bool self = r.step.thread == stuck.thread;
      return start + fmt::format("for {}, which {} locked{}.", it,
                                 self ? "it has itself" : names.thread(r.step.thread),
                                 there.known() ? " at " + there.text() : "");
    }
    case ir::SyncOp::SemWait:
      return start +
             fmt::format("for semaphore {}, which is 0 and which no thread posts any more.", it);
    case ir::SyncOp::CondAwait:
      return start + fmt::format("for a signal on {}", it) +
             about_signals(program, replay, op.address, names);
    case ir::SyncOp::BarrierAwait:
      return start + fmt::format("at barrier {} for threads that never arrive.", it);
    case ir::SyncOp::OnceBegin:
      return start + fmt::format("for the routine of {} to end.", it);
    case ir::SyncOp::AwaitNotEqual:
      return start +
             fmt::format("until {} is no longer {}", names.variable(op.address, op.size),
                         names.value(op.operand, op.size, op.address)) +
             about_last_write(program, replay, op.address, names);
    default:
      return start + fmt::format("for {}.", it);
  }
}

std::vector<std::string> explain(const ir::Program& program, const memory::Replay& replay,
                                 const Slice& slice, Names& names,
                                 const std::optional<Race>& race) {
  return Explainer(program, replay, slice, names, race).run();
}

}  // namespace overtake::report
