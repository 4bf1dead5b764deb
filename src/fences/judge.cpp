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

// What one thread does, without the time at which it does it.
struct Event {
  bool reads = false;
  bool writes = false;
  Address address = 0;
  exec::Value read;
  exec::Value written;
  ThreadId spawns;
  std::optional<std::size_t> joins;
};

class SameTrace {
 public:
  explicit SameTrace(const memory::Replay& run) {
    const std::size_t threads = run.thread_names.size();
    events_.resize(threads);
    done_.assign(threads, 0);
    started_.assign(threads, 0);
    started_[0] = 1;
    for (const Record& r : run.records) {
      const std::size_t t = r.step.thread.index();
      if (r.wrote_memory) stores_.push_back(t);
      if (r.step.drain) continue;
      Event e;
      e.reads = r.reads;
      e.writes = r.op.kind == OpKind::Store || r.wrote_memory;
      e.address = r.op.address;
      e.read = r.read;
      e.written = r.written;
      e.spawns = r.spawned;
      if (r.op.kind == OpKind::Join) e.joins = r.op.operand.lo;
      // What was never written to since it began is what the first read of it says.
      if (r.reads && !initial_.contains(e.address) && r.reads_from == memory::kNoStep)
        initial_.emplace(e.address, e.read);
      events_[t].push_back(e);
    }
    memory_ = initial_;
  }

  bool possible() {
    std::size_t next_store = 0;
    for (;;) {
      if (do_all_but_writes()) continue;
      if (next_store == stores_.size()) break;
      const std::size_t t = stores_[next_store++];
      if (!can_do(t) || !events_[t][done_[t]].writes) return false;
      do_next(t);
    }
    for (std::size_t t = 0; t < events_.size(); ++t)
      if (done_[t] != events_[t].size()) return false;
    return true;
  }

 private:
  bool can_do(std::size_t t) const {
    if (started_[t] == 0 || done_[t] == events_[t].size()) return false;
    const Event& e = events_[t][done_[t]];
    if (e.joins && done_[*e.joins] != events_[*e.joins].size()) return false;
    if (!e.reads) return true;
    const auto it = memory_.find(e.address);
    return it != memory_.end() && it->second == e.read;
  }

  void do_next(std::size_t t) {
    const Event& e = events_[t][done_[t]++];
    if (e.writes) memory_.insert_or_assign(e.address, e.written);
    if (e.spawns.valid()) started_[e.spawns.index()] = 1;
  }

  bool do_all_but_writes() {
    bool any = false;
    for (std::size_t t = 0; t < events_.size(); ++t)
      while (can_do(t) && !events_[t][done_[t]].writes) {
        do_next(t);
        any = true;
      }
    return any;
  }

  std::vector<std::vector<Event>> events_;  // by thread
  std::vector<std::size_t> done_;
  std::vector<char> started_;
  std::vector<std::size_t> stores_;  // the store order, by thread
  std::map<Address, exec::Value> initial_;
  std::map<Address, exec::Value> memory_;
};

}  // namespace

bool is_persistent_run(const memory::Replay& run) { return SameTrace(run).possible(); }

}  // namespace overtake::fences
