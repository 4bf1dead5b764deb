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
            Names& names, SourceText& text)
      : program_(program), replay_(replay), slice_(slice), names_(names), text_(text) {}

  std::vector<std::string> run() {
    explain_missed_stores();
    if (slice_.missed.empty()) explain_overtaking_reads();
    if (sentences_.empty()) explain_lost_updates();
    if (waits_for_ever(replay_)) {
      // Who waits for a thread waits because that thread waits: the cause first.
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
  void say(std::string sentence) { sentences_.push_back(std::move(sentence)); }

  const Record& at(std::uint32_t step) const { return replay_.records[step]; }
  std::string who(std::uint32_t step) const { return names_.thread(at(step).step.thread); }
  Place place(std::uint32_t step) const {
    return shown_place(program_, at(step).op.source, at(step).calls);
  }
  std::string line(std::uint32_t step) const { return line(place(step)); }
  static std::string line(const Place& place) {
    return place.known() ? fmt::format("line {}", place.line) : std::string("an unknown line");
  }
  std::string store(std::uint32_t step) {
    return store_text(at(step), names_, text_.line(place(step)));
  }
  std::string read(std::uint32_t step) {
    const Record& r = at(step);
    return fmt::format("{} = {}", names_.variable(r.op.address, r.op.size, text_.line(place(step))),
                       names_.value(r.read, r.op.size));
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

  // "main accesses heap#1 (16 bytes), which T1 freed at line 14."
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
      const bool stack = kind == ir::ErrorKind::DeadStackObject;
      sentence += stack ? fmt::format("; its function returned at {}", line(i))
                        : fmt::format(", which {} freed at {}", who(i), line(i));
      break;
    }
    say(sentence + ".");
  }

  // What the failing thread read: on the failing line, else, for assertions, last of all.
  std::string reads_before_failure(const Place& failure) {
    std::vector<std::string> reads;
    std::uint32_t last = kNoStep;
    for (std::uint32_t i = 0; i < replay_.records.size(); ++i) {
      const Record& r = at(i);
      if (r.step.drain || r.step.thread != replay_.error_thread || !r.reads ||
          r.op.kind == OpKind::Sync || in_library(program_, r.op.source) ||
          is_failing_access(replay_, r))
        continue;
      if (slice_.keep[i]) last = i;
      if (place(i).line != failure.line || place(i).file != failure.file) continue;
      const std::string text = read(i);
      std::erase(reads, text);
      reads.push_back(text);
    }
    if (reads.empty() && last != kNoStep && replay_.error->kind == ir::ErrorKind::Assertion)
      reads.push_back(read(last));
    if (reads.size() > 4) reads.erase(reads.begin(), reads.end() - 4);
    std::string list;
    for (std::size_t i = 0; i < reads.size(); ++i)
      list += (i == 0 ? "" : i + 1 == reads.size() ? " and " : ", ") + reads[i];
    return list;
  }

  // "Then main read r1 = 0 and r2 = 0, and the assertion on line 31 failed."
  void explain_failure() {
    if (!replay_.error) return;
    const Place failure = shown_place(program_, replay_.error->source, replay_.error_calls);
    const std::string thread = names_.thread(replay_.error_thread);
    const std::string reads = reads_before_failure(failure);
    const std::string then = sentences_.empty() ? "" : "Then ";
    if (replay_.error->kind == ir::ErrorKind::Assertion)
      say(reads.empty() ? fmt::format("The assertion on {} failed in {}.", line(failure), thread)
                        : fmt::format("{}{} read {}, and the assertion on {} failed.", then, thread,
                                      reads, line(failure)));
    else
      say(fmt::format("{}{}{}{} failed at {}: {}.", then, thread, reads.empty() ? "" : " read ",
                      reads + (reads.empty() ? "" : " and"), line(failure),
                      ir::describe(replay_.error->kind)));
  }

  const ir::Program& program_;
  const memory::Replay& replay_;
  const Slice& slice_;
  Names& names_;
  SourceText& text_;
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

}  // namespace

std::string explain_stuck(const ir::Program& program, const memory::Replay& replay,
                          const memory::StuckThread& stuck, Names& names) {
  const exec::Op& op = stuck.waits_for;
  const Place here = shown_place(program, op.source, stuck.calls);
  const std::string start =
      here.known() ? fmt::format("{} waits at line {} ", names.thread(stuck.thread), here.line)
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
                                 there.known() ? fmt::format(" at line {}", there.line) : "");
    }
    case ir::SyncOp::SemWait:
      return start +
             fmt::format("for semaphore {}, which is 0 and which no thread posts any more.", it);
    case ir::SyncOp::CondAwait:
      return start + fmt::format("for a signal on {}, which no thread sends any more.", it);
    case ir::SyncOp::BarrierAwait:
      return start + fmt::format("at barrier {} for threads that never arrive.", it);
    case ir::SyncOp::OnceBegin:
      return start + fmt::format("for the routine of {} to end.", it);
    case ir::SyncOp::AwaitNotEqual:
      return start + fmt::format("until {} is no longer {}, which never happens.",
                                 names.variable(op.address, op.size),
                                 names.value(op.operand, op.size));
    default:
      return start + fmt::format("for {}.", it);
  }
}

std::vector<std::string> explain(const ir::Program& program, const memory::Replay& replay,
                                 const Slice& slice, Names& names, SourceText& text) {
  return Explainer(program, replay, slice, names, text).run();
}

}  // namespace overtake::report
