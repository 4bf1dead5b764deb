#include "observe/judge.h"

#include <algorithm>
#include <deque>

#include "consistency/consistency.h"
#include "observe/part.h"
#include "trace/replay.h"

namespace overtake::observe {
namespace {

using K = overtake::EventKind;

// How long the consistency library may look for an SC order.
constexpr double kScSeconds = 2;

class Judge {
 public:
  Judge(const FoundPair& violation, Model model) : found_(violation) { out_.model = model; }

  Judged run() {
    if (!find_accesses()) return std::move(out_);
    if (past_of(found_.events, overtaking_at_)[delayed_at_] != 0) {
      prove(kNoEvent);
      return std::move(out_);
    }
    fail("the store does not happen before the other access");
    for (std::size_t w : found_at_other_bytes())
      if (prove(w)) break;
    return std::move(out_);
  }

 private:
  bool fail(std::string why) {
    out_.error = std::move(why);
    return false;
  }

  bool find_accesses() {
    const auto& events = found_.events;
    if (found_.truncated || events.empty()) return fail("its window is too long to be recorded");
    for (std::size_t i = 0; i < events.size(); ++i) {
      if (events[i].seq == found_.first) delayed_at_ = i;
      if (events[i].seq == found_.second) overtaking_at_ = i;
    }
    return (delayed_at_ != kNoEvent && overtaking_at_ != kNoEvent) ||
           fail("its window does not have both accesses");
  }

  // Stores to bytes of the overtaking access that the delayed store does not have, newest first.
  std::vector<std::size_t> found_at_other_bytes() const {
    const auto& events = found_.events;
    std::vector<std::size_t> out;
    for (std::size_t i = overtaking_at_; i-- > 0;)
      if (is_write(kind_of(events[i])) && overlap(events[i], events[overtaking_at_]) &&
          !overlap(events[i], events[delayed_at_]))
        out.push_back(i);
    return out;
  }

  // `w`: the delayed store happens before it, and the overtaking access finds it.
  bool prove(std::size_t w) {
    out_ = {.model = out_.model};
    delayed_.clear();
    overtaking_.clear();
    first_of_overtaking_ = kNone;
    if (!prepare(w)) return false;
    build_run();
    if (!replay_run()) return false;
    ask_consistency();
    if (out_.error.empty()) find_cycle();
    return out_.error.empty();
  }

  bool prepare(std::size_t w) {
    const auto& events = found_.events;
    std::vector<char> marked = past_of(events, overtaking_at_, w);
    if (marked[delayed_at_] == 0) return fail("the store does not happen before the other access");
    marked[overtaking_at_] = 1;
    out_.part = make_part(events, marked, true, {overtaking_at_, delayed_at_});
    const Execution& x = out_.part.execution;
    for (std::size_t i = 0; i < x.events.size(); ++i) {
      if (out_.part.window[i] == overtaking_at_ && x.events[i].location.valid())
        overtaking_.push_back(EventId{i});
      if (out_.part.window[i] == overtaking_at_ && first_of_overtaking_ == kNone)
        first_of_overtaking_ = i;
      if (out_.part.window[i] == delayed_at_ && x.events[i].kind == K::Write)
        delayed_.push_back(EventId{i});
    }
    // The pieces that both have.
    for (EventId d : delayed_)
      for (EventId o : overtaking_)
        if (location(d) == location(o) && !out_.delayed.valid()) {
          out_.delayed = d;
          out_.overtaking = o;
        }
    return out_.delayed.valid() || fail("the accesses have no bytes in common");
  }

  LocationId location(EventId e) const { return out_.part.execution.events[e.index()].location; }

  // The events in their order; the stores of the delaying thread from the delayed one on wait.
  void build_run() {
    const Execution& x = out_.part.execution;
    const ThreadId thread = x.events[out_.delayed.index()].thread;
    std::vector<EventId> held;
    std::vector<EventId> ready;  // stores of the current access
    bool after_fence = false;    // a store-store fence since the delayed store
    const auto settle = [&] {
      for (EventId e : ready) out_.run.push_back({e, true});
      ready.clear();
    };
    for (std::size_t i = 0; i < x.events.size(); ++i) {
      const Event& e = x.events[i];
      const EventId id{i};
      const bool same_access = i > 0 && out_.part.window[i] == out_.part.window[i - 1];
      if (!same_access || e.kind != K::Write) settle();
      if (e.thread == thread && !held.empty() && e.kind == K::StoreFence) after_fence = true;
      out_.run.push_back({id, false});
      if (e.kind != K::Write) continue;
      const bool wait =
          e.thread == thread &&
          (std::find(delayed_.begin(), delayed_.end(), id) != delayed_.end() ||
           (!held.empty() && (out_.model == Model::TSO || after_fence || shares(held, i))));
      (wait ? held : ready).push_back(id);
    }
    settle();
    for (EventId e : held) out_.run.push_back({e, true});
  }

  // Whether the access of event i writes bytes of a store that is held back.
  bool shares(const std::vector<EventId>& held, std::size_t i) const {
    const Part& part = out_.part;
    for (std::size_t k = 0; k < part.window.size(); ++k)
      if (part.window[k] == part.window[i] && part.execution.events[k].kind == K::Write)
        for (EventId h : held)
          if (location(h) == part.execution.events[k].location) return true;
    return false;
  }

  bool replay_run() {
    const Execution& x = out_.part.execution;
    Replay replayed = replay(x, out_.model, out_.run);
    if (!replayed.error.empty())
      return fail("the run is not one of the machine: " + replayed.error);
    for (std::size_t i = 0; i < first_of_overtaking_; ++i)
      if (x.events[i].reads() && replayed.obtained[i] != x.reads_from[i])
        return fail("a read before the overtaking access would obtain another value");
    out_.obtained = std::move(replayed.obtained);
    return true;
  }

  void ask_consistency() {
    Execution weak = out_.part.execution;
    weak.reads_from = out_.obtained;
    consistency::Verifier verifier;
    if (verifier.verify(weak, out_.model, {}, &out_.run) != consistency::Verdict::Consistent) {
      fail("the consistency library does not find the run possible");
      return;
    }
    consistency::Options options;
    options.reason = false;
    options.timeout_seconds = kScSeconds;
    switch (verifier.verify(weak, Model::SC, options)) {
      case consistency::Verdict::Consistent:
        out_.same_reads_under_sc = ScVerdict::Yes;
        break;
      case consistency::Verdict::Inconsistent:
        out_.same_reads_under_sc = ScVerdict::No;
        break;
      case consistency::Verdict::Unknown:
        break;
    }
  }

  // Program order, reads-from, the order in which stores reach memory, and from-read.
  std::vector<Edge> edges() const {
    const Execution& x = out_.part.execution;
    std::vector<Edge> out;
    const auto edge = [&](EventId from, EventId to, EdgeKind kind) {
      if (from != to) out.push_back({from, to, kind});
    };
    for (const auto& thread : x.threads)
      for (std::size_t k = 1; k < thread.size(); ++k)
        edge(thread[k - 1], thread[k], EdgeKind::ProgramOrder);
    for (const auto& [from, to] : x.order) edge(from, to, EdgeKind::Synchronization);
    std::vector<std::vector<EventId>> stores(x.location_count);
    for (const WitnessStep& s : out_.run) {
      const Event& e = x.events[s.event.index()];
      if (e.writes() && (e.kind != K::Write || s.memory_write))
        stores[e.location.index()].push_back(s.event);
    }
    for (const auto& order : stores)
      for (std::size_t k = 1; k < order.size(); ++k)
        edge(order[k - 1], order[k], EdgeKind::StoreOrder);
    for (std::size_t i = 0; i < x.events.size(); ++i) {
      if (!x.events[i].reads()) continue;
      const auto& order = stores[x.events[i].location.index()];
      const EventId source = out_.obtained[i];
      auto next = order.begin();
      if (source.valid()) {
        edge(source, EventId{i}, EdgeKind::ReadsFrom);
        next = std::find(order.begin(), order.end(), source);
        if (next != order.end()) ++next;
      }
      if (next != order.end()) edge(EventId{i}, *next, EdgeKind::FromRead);
    }
    return out;
  }

  static std::vector<Edge> shortest(const std::vector<Edge>& edges, std::size_t nodes, EventId from,
                                    EventId to) {
    std::vector<std::vector<std::size_t>> out(nodes);
    for (std::size_t i = 0; i < edges.size(); ++i) out[edges[i].from.index()].push_back(i);
    std::vector<std::size_t> by(nodes, kNone);
    std::deque<EventId> open{from};
    while (!open.empty() && by[to.index()] == kNone) {
      const EventId n = open.front();
      open.pop_front();
      for (std::size_t i : out[n.index()]) {
        const EventId m = edges[i].to;
        if (by[m.index()] != kNone || m == from) continue;
        by[m.index()] = i;
        open.push_back(m);
      }
    }
    std::vector<Edge> path;
    if (by[to.index()] == kNone) return path;
    for (EventId n = to; n != from; n = edges[by[n.index()]].from)
      path.push_back(edges[by[n.index()]]);
    std::reverse(path.begin(), path.end());
    return path;
  }

  void find_cycle() {
    const std::vector<Edge> all = edges();
    const std::size_t nodes = out_.part.execution.events.size();
    out_.cycle = shortest(all, nodes, out_.delayed, out_.overtaking);
    const std::vector<Edge> back = shortest(all, nodes, out_.overtaking, out_.delayed);
    if (out_.cycle.empty() || back.empty()) {
      fail("the run is sequentially consistent");
      return;
    }
    out_.cycle.insert(out_.cycle.end(), back.begin(), back.end());
  }

  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  const FoundPair& found_;
  Judged out_;
  std::size_t delayed_at_ = kNoEvent;  // in the window
  std::size_t overtaking_at_ = kNoEvent;
  std::vector<EventId> delayed_;     // the pieces of the delayed store
  std::vector<EventId> overtaking_;  // ... of the other access
  std::size_t first_of_overtaking_ = kNone;
};

}  // namespace

Judged judge(const FoundPair& violation, Model model) { return Judge(violation, model).run(); }

}  // namespace overtake::observe
