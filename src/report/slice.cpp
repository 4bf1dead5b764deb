#include "report/slice.h"

#include <algorithm>
#include <unordered_map>

#include "report/edges.h"
#include "report/places.h"
#include "report/unseen.h"

namespace overtake::report {
namespace {

using exec::OpKind;
using memory::kNoStep;
using memory::Record;

// Replays can be long.
constexpr std::uint32_t kLookBack = 1000;

class Slicer {
 public:
  Slicer(const ir::Program& program, const memory::Replay& replay, Names& names,
         const std::optional<Race>& race)
      : program_(program),
        replay_(replay),
        records_(replay.records),
        names_(names),
        race_(race),
        causes_(program, replay) {
    std::size_t threads = replay.thread_names.size();
    for (const Record& r : records_)
      threads = std::max<std::size_t>(threads, r.step.thread.index() + 1);
    needed_.assign(threads, 0);
    spawned_at_.assign(threads, kNoStep);
    slice_.keep.assign(records_.size(), false);
  }

  Slice run() {
    find_issuing_steps();
    slice_.missed = missed_stores(replay_, issued_by_, causes_);
    if (!waits_for_ever(replay_)) find_feeders();
    slice_.lost = lost_updates(program_, replay_, issued_by_, names_);
    need_everything_the_failure_depends_on();
    find_users_of_bytes();
    keep_reads_and_synchronization();
    keep_stores_that_were_noticed();
    keep_spawns_and_drains();
    return std::move(slice_);
  }

 private:
  const Record& at(std::uint32_t i) const { return records_[i]; }
  ThreadId thread(std::uint32_t i) const { return records_[i].step.thread; }
  bool drained(std::uint32_t i) const { return records_[i].step.drain; }

  void find_issuing_steps() {
    issued_by_ = drained_stores(replay_);
    for (std::uint32_t i = 0; i < records_.size(); ++i)
      if (at(i).spawned.valid() && at(i).spawned.index() < spawned_at_.size())
        spawned_at_[at(i).spawned.index()] = i;
  }

  void find_feeders() {
    for (const Feeder& f : causes_.feeders())
      if (!in_library(program_, at(f.step).op.source) &&
          !names_.is_internal(at(f.step).op.address, at(f.step).op.size))
        slice_.feeders.push_back(f);
  }

  // `needed_[t]`: the steps of thread t that matter are those before this index.
  void need(ThreadId t, std::uint32_t end) {
    if (!t.valid() || t.index() >= needed_.size() || needed_[t.index()] >= end) return;
    needed_[t.index()] = end;
    changed_ = true;
  }

  void need_everything_the_failure_depends_on() {
    const auto end = static_cast<std::uint32_t>(records_.size());
    need(replay_.error_thread, end);
    if (race_) need_store(race_->first);
    if (waits_for_ever(replay_))
      for (const auto& stuck : replay_.stuck) need(stuck.thread, end);
    if (!replay_.error_thread.valid() && !waits_for_ever(replay_))
      for (std::size_t t = 0; t < needed_.size(); ++t) need(ThreadId{t}, end);
    for (std::uint32_t i = 0; i < end; ++i)
      if (!drained(i) && at(i).op.kind == OpKind::Free && frees_what_failed(at(i))) need_store(i);
    // What a thread does depends on what it read, and on having been started.
    while (changed_) {
      changed_ = false;
      for (std::uint32_t i = 0; i < end; ++i) {
        const Record& r = at(i);
        if (r.step.drain || i >= needed_[r.step.thread.index()]) continue;
        if (r.reads && r.reads_from != kNoStep) need_store(r.reads_from);
      }
      for (const MissedStore& m : slice_.missed) {
        if (m.store == kNoStep || m.read >= needed_[thread(m.read).index()]) continue;
        need_store(m.store);
        if (m.overtaking_store != kNoStep) need_store(m.overtaking_store);
      }
      for (std::size_t t = 0; t < needed_.size(); ++t)
        if (needed_[t] != 0 && spawned_at_[t] != kNoStep)
          need(thread(spawned_at_[t]), spawned_at_[t] + 1);
    }
  }

  void need_store(std::uint32_t step) { need(thread(step), step + 1); }

  bool is_needed(std::uint32_t i) const { return i < needed_[thread(i).index()]; }

  // The writers and readers of each byte, among the steps that are needed.
  struct Users {
    ThreadId writer, reader;
    bool many_write = false, many_read = false;
  };

  void find_users_of_bytes() {
    for (std::uint32_t i = 0; i < records_.size(); ++i) {
      const Record& r = at(i);
      if (r.step.drain || !r.op.is_access() || !is_needed(i)) continue;
      for (Address byte = r.op.address; byte < r.op.address + r.op.size; ++byte) {
        Users& users = users_[byte];
        if (exec::may_write(r.op)) {
          users.many_write |= users.writer.valid() && users.writer != r.step.thread;
          users.writer = r.step.thread;
        }
        if (!r.reads) continue;
        users.many_read |= users.reader.valid() && users.reader != r.step.thread;
        users.reader = r.step.thread;
      }
    }
  }

  template <class Predicate>
  bool some_byte(const Record& r, Predicate predicate) const {
    for (Address byte = r.op.address; byte < r.op.address + r.op.size; ++byte)
      if (auto it = users_.find(byte); it != users_.end() && predicate(it->second)) return true;
    return false;
  }

  bool written_by_others(const Record& r) const {
    return some_byte(r, [&](const Users& users) {
      return users.many_write || (users.writer.valid() && users.writer != r.step.thread);
    });
  }

  bool read_by_others(const Record& r) const {
    return some_byte(r, [&](const Users& users) {
      return users.many_read || (users.reader.valid() && users.reader != r.step.thread);
    });
  }

  void keep_reads_and_synchronization() {
    for (std::uint32_t i = 0; i < records_.size(); ++i) {
      const Record& r = at(i);
      if (r.step.drain || !is_needed(i)) continue;
      const bool library = in_library(program_, r.op.source) ||
                           (r.op.is_access() && names_.is_internal(r.op.address, r.op.size));
      switch (r.op.kind) {
        case OpKind::Load:
        case OpKind::Rmw:
        case OpKind::Cas:
          slice_.keep[i] = !library && (written_by_others(r) || fails_here(r) ||
                                        (r.op.kind != OpKind::Load && read_by_others(r)));
          break;
        case OpKind::Sync:
          slice_.keep[i] = r.op.sync() != ir::SyncOp::MutexHeld && worth_a_line(r.op.sync());
          break;
        case OpKind::Fence:
        case OpKind::StoreFence:
          slice_.keep[i] = !library;
          break;
        case OpKind::Free:
          slice_.keep[i] = r.error.has_value() || frees_what_failed(r);
          break;
        case OpKind::Join:
        case OpKind::Choose:
        case OpKind::AtomicBegin:
        case OpKind::AtomicEnd:
          slice_.keep[i] = true;
          break;
        case OpKind::Store:
          slice_.keep[i] = r.error.has_value();
          break;
        case OpKind::ObjectSize:
        case OpKind::Spawn:
        case OpKind::End:
          break;
      }
    }
    for (const MissedStore& m : slice_.missed)
      if (is_needed(m.read)) slice_.keep[m.read] = true;
    drop_repeated_spins();
    for (const Feeder& f : slice_.feeders)
      if (is_needed(f.step)) slice_.keep[f.step] = true;
    if (race_) slice_.keep[race_->first] = slice_.keep[race_->second] = true;
  }

  static bool worth_a_line(ir::SyncOp op) {
    return op != ir::SyncOp::CondAwait && op != ir::SyncOp::BarrierAwait &&
           op != ir::SyncOp::OnceEnd && op != ir::SyncOp::Destroy;
  }

  // The line of the failure: what it read is why it failed.
  bool fails_here(const Record& r) const {
    if (!replay_.error || r.step.thread != replay_.error_thread) return false;
    const Place failure = shown_place(program_, replay_.error->source, replay_.error_calls);
    const Place here = shown_place(program_, r.op.source, r.calls);
    return failure.known() && failure.file == here.file && failure.line == here.line;
  }

  bool frees_what_failed(const Record& r) const {
    return replay_.error && replay_.error->address != 0 &&
           slot_bits(replay_.error->address) == slot_bits(r.op.address);
  }

  // Of reads that a thread repeats with the same result, only the last matters.
  void drop_repeated_spins() {
    std::vector<std::uint32_t> last(needed_.size(), kNoStep);
    for (std::uint32_t i = 0; i < records_.size(); ++i) {
      if (!slice_.keep[i]) continue;
      std::uint32_t& before = last[thread(i).index()];
      const Record& r = at(i);
      if (before != kNoStep && r.op.kind == OpKind::Load) {
        const Record& b = at(before);
        if (b.op == r.op && b.read == r.read && b.reads_from == r.reads_from && b.overtook.empty())
          slice_.keep[before] = false;
      }
      before = i;
    }
  }

  // A store matters if a kept read obtained it, missed it or overtook it.
  void keep_stores_that_were_noticed() {
    auto keep = [&](std::uint32_t step) {
      if (step != kNoStep) slice_.keep[step] = true;
    };
    for (std::uint32_t i = 0; i < records_.size(); ++i) {
      if (!slice_.keep[i] || drained(i)) continue;
      const Record& r = at(i);
      // An own store that one reads back tells nothing new, unless it was still in the buffer.
      if (r.reads && r.reads_from != kNoStep && !in_library(program_, at(r.reads_from).op.source) &&
          (thread(r.reads_from) != thread(i) || r.from_own_buffer || fails_here(r)))
        keep(r.reads_from);
      // One's own store that was overwritten in the meantime.
      if (r.reads && r.reads_from != kNoStep && thread(r.reads_from) != thread(i))
        keep(last_own_store(i));
      for (std::uint32_t store : r.overtook)
        if (store != kNoStep && read_by_others(at(store))) {
          keep(store);
          keep(next_store_of_others(i));
        }
    }
    std::erase_if(slice_.missed, [&](const MissedStore& m) {
      return m.store == kNoStep || !is_needed(m.read) || !slice_.keep[m.read];
    });
    for (const MissedStore& m : slice_.missed) {
      keep(m.store);
      keep(m.overtaking_store);
    }
    std::erase_if(slice_.lost,
                  [&](const LostUpdate& l) { return !is_needed(l.write) || !is_needed(l.read); });
    for (const LostUpdate& l : slice_.lost) {
      keep(l.read);
      keep(l.lost);
      keep(l.write);
    }
  }

  std::uint32_t last_own_store(std::uint32_t read) const {
    const std::uint32_t first = read - std::min(read, kLookBack - 1);
    for (std::uint32_t i = read; i-- > first;)
      if (!drained(i) && thread(i) == thread(read) && at(i).op.kind == OpKind::Store &&
          overlap(at(i).op.address, at(i).op.size, at(read).op.address, at(read).op.size))
        return i;
    return kNoStep;
  }

  // A read that overtook a store came too early for this store of another thread.
  std::uint32_t next_store_of_others(std::uint32_t read) const {
    const Record& r = at(read);
    for (std::uint32_t i = read + 1; i < records_.size(); ++i)
      if (!drained(i) && at(i).op.kind == OpKind::Store && thread(i) != thread(read) &&
          is_needed(i) && overlap(at(i).op.address, at(i).op.size, r.op.address, r.op.size))
        return i;
    return kNoStep;
  }

  void keep_spawns_and_drains() {
    std::vector<bool> shown(needed_.size(), false);
    for (std::uint32_t i = 0; i < records_.size(); ++i)
      if (slice_.keep[i]) shown[thread(i).index()] = true;
    // Backwards, so that the spawn of a spawner is kept too.
    for (std::uint32_t i = static_cast<std::uint32_t>(records_.size()); i-- > 0;) {
      const Record& r = at(i);
      if (r.spawned.valid() && r.spawned.index() < shown.size() && shown[r.spawned.index()]) {
        slice_.keep[i] = true;
        shown[r.step.thread.index()] = true;
      }
      if (r.step.drain && issued_by_[i] != kNoStep && slice_.keep[issued_by_[i]])
        slice_.keep[i] = true;
      // A joined thread that is not shown need not be waited for.
      if (r.op.kind == OpKind::Join && slice_.keep[i] && !r.step.drain &&
          r.op.operand.lo < shown.size() && !shown[r.op.operand.lo])
        slice_.keep[i] = false;
    }
  }

  const ir::Program& program_;
  const memory::Replay& replay_;
  const std::vector<Record>& records_;
  Names& names_;
  const std::optional<Race>& race_;
  Causes causes_;
  std::vector<std::uint32_t> needed_;      // by ThreadId
  std::vector<std::uint32_t> spawned_at_;  // by ThreadId
  std::vector<std::uint32_t> issued_by_;   // by step: for drains, the store's step
  std::unordered_map<Address, Users> users_;
  bool changed_ = false;
  Slice slice_;
};

}  // namespace

bool waits_for_ever(const memory::Replay& replay) {
  return replay.error && (replay.error->kind == ir::ErrorKind::Deadlock ||
                          replay.error->kind == ir::ErrorKind::Hang);
}

bool is_failing_access(const memory::Replay& replay, const Record& r) {
  if (!r.error || !replay.error || *r.error != *replay.error || r.step.drain) return false;
  if (r.error->source != r.op.source) return false;
  switch (r.error->kind) {
    case ir::ErrorKind::NullDereference:
    case ir::ErrorKind::OutOfBounds:
    case ir::ErrorKind::UseAfterFree:
    case ir::ErrorKind::DoubleFree:
    case ir::ErrorKind::InvalidFree:
    case ir::ErrorKind::DeadStackObject:
    case ir::ErrorKind::InvalidPointer:
    case ir::ErrorKind::WriteToConstant:
    case ir::ErrorKind::UnlockNotHeld:
    case ir::ErrorKind::DestroyedMutex:
    case ir::ErrorKind::InvalidJoin:
    case ir::ErrorKind::LockMisuse:
      return true;
    default:
      return false;
  }
}

Slice slice(const ir::Program& program, const memory::Replay& replay, Names& names,
            const std::optional<Race>& race) {
  return Slicer(program, replay, names, race).run();
}

}  // namespace overtake::report
