#include "fences/judge.h"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/error.h"

namespace overtake::fences {
namespace {

using exec::OpKind;
using memory::Record;

struct Event {
  bool reads = false;
  bool writes = false;
  Address address = 0;
  exec::Value read;
  exec::Value written;
  ThreadId spawns;
  std::optional<std::size_t> joins;
};

// What one thread does at once, without the time at which it does it: an event, or all events of an
// atomic section.
struct Unit {
  std::vector<Event> events;
  std::size_t writes = 0;
};

class SameTrace {
 public:
  explicit SameTrace(const memory::Replay& run) {
    const std::size_t threads = run.thread_names.size();
    units_.resize(threads);
    done_.assign(threads, 0);
    started_.assign(threads, 0);
    started_[0] = 1;
    std::vector<char> in_section(threads, 0);
    for (const Record& r : run.records) {
      const std::size_t t = r.step.thread.index();
      if (r.wrote_memory) stores_.push_back(t);
      if (r.step.drain) continue;
      const Event e = event_of(r);
      if (in_section[t] == 0) units_[t].emplace_back();
      units_[t].back().events.push_back(e);
      units_[t].back().writes += e.writes ? 1 : 0;
      if (r.op.kind == OpKind::AtomicBegin) in_section[t] = 1;
      if (r.op.kind == OpKind::AtomicEnd || r.status != exec::Status::Ready) in_section[t] = 0;
    }
  }

  bool possible() {
    std::size_t next_store = 0;
    for (;;) {
      if (do_all_but_writes()) continue;
      if (next_store == stores_.size()) break;
      const std::size_t t = stores_[next_store];
      if (!can_do(t)) return false;
      const std::size_t writes = units_[t][done_[t]].writes;
      if (writes == 0 || next_store + writes > stores_.size()) return false;
      for (std::size_t i = 0; i < writes; ++i)
        if (stores_[next_store++] != t) return false;
      do_next(t);
    }
    for (std::size_t t = 0; t < units_.size(); ++t)
      if (done_[t] != units_[t].size()) return false;
    return true;
  }

 private:
  using Memory = std::map<Address, exec::Value>;

  Event event_of(const Record& r) {
    Event e;
    e.reads = r.reads;
    e.writes = r.op.kind == OpKind::Store || r.wrote_memory;
    e.address = r.op.address;
    e.read = r.read;
    e.written = r.written;
    e.spawns = r.spawned;
    if (r.op.kind == OpKind::Join) e.joins = r.op.operand.lo;
    // What was never written to since it began is what the first read of it says.
    if (r.reads && r.reads_from == memory::kNoStep) memory_.emplace(e.address, e.read);
    return e;
  }

  bool can_do(std::size_t t) const {
    if (started_[t] == 0 || done_[t] == units_[t].size()) return false;
    Memory written;
    for (const Event& e : units_[t][done_[t]].events) {
      if (e.joins && done_[*e.joins] != units_[*e.joins].size()) return false;
      if (e.reads && !holds(e, written)) return false;
      if (e.writes) written.insert_or_assign(e.address, e.written);
    }
    return true;
  }

  // `written`: by the same unit.
  bool holds(const Event& e, const Memory& written) const {
    const auto own = written.find(e.address);
    if (own != written.end()) return own->second == e.read;
    const auto it = memory_.find(e.address);
    return it != memory_.end() && it->second == e.read;
  }

  void do_next(std::size_t t) {
    for (const Event& e : units_[t][done_[t]++].events) {
      if (e.writes) memory_.insert_or_assign(e.address, e.written);
      if (e.spawns.valid()) started_[e.spawns.index()] = 1;
    }
  }

  bool do_all_but_writes() {
    bool any = false;
    for (std::size_t t = 0; t < units_.size(); ++t)
      while (can_do(t) && units_[t][done_[t]].writes == 0) {
        do_next(t);
        any = true;
      }
    return any;
  }

  std::vector<std::vector<Unit>> units_;  // by thread
  std::vector<std::size_t> done_;
  std::vector<char> started_;
  std::vector<std::size_t> stores_;  // the store order, by thread
  Memory memory_;
};

}  // namespace

bool is_persistent_run(const memory::Replay& run) { return SameTrace(run).possible(); }

}  // namespace overtake::fences
