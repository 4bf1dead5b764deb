#include "monitor/recorded.h"

#include <algorithm>

#include "base/advice.h"
#include "consistency/consistency.h"
#include "monitor/cycle.h"
#include "trace/replay.h"

namespace overtake::monitor {
namespace {

using memory::TraceEdge;
using memory::TraceEdgeKind;

// The order of an SC run.
std::vector<EventId> sc_order(RecordedTrace& trace) {
  const GoodWrites good = question(trace);
  const bool known = trace.reads_from_known;
  const Execution& x = trace.execution;
  Witness recorded;
  for (EventId e : trace.run) recorded.push_back({e, false});
  for (std::size_t i = 0; i < x.events.size() && trace.run.empty(); ++i)
    recorded.push_back({EventId{i}, false});
  const std::string wrong =
      known ? replay_witness(x, Model::SC, recorded) : replay_witness(x, good, Model::SC, recorded);
  if (!wrong.empty()) {
    consistency::Verifier verifier;
    const bool sc = known ? verifier.realizable(x, Model::SC, &recorded)
                          : verifier.realizable(x, good, Model::SC, &recorded);
    if (!sc)
      throw AdvisedError(trace.file + ":" + std::to_string(trace.line) +
                             ": the trace is not sequentially consistent itself",
                         Advice::ExplainInconsistency);
    recorded = verifier.witness();
  }
  std::vector<EventId> order;
  for (const WitnessStep& s : recorded) order.push_back(s.event);
  return order;
}

class Watcher {
 public:
  Watcher(const RecordedTrace& trace, Model model, std::vector<EventId> order)
      : x_(trace.execution), model_(model), order_(std::move(order)) {
    after_.resize(x_.events.size());
    before_.resize(x_.events.size());
    for (std::size_t i = 0; i < x_.order.size(); ++i) {
      after_[x_.order[i].first.index()].push_back(ChannelId{i});
      before_[x_.order[i].second.index()].push_back(ChannelId{i});
    }
    for (std::size_t i = 0; i < x_.events.size(); ++i)
      if (x_.events[i].glued || x_.events[i].buffered)
        throw InputError(trace.file + ":" + std::to_string(trace.details[i].line) +
                         ": atomic blocks and buffered atomics are not monitored");
  }

  RecordedResult run(std::size_t max_shown) {
    RecordedResult result;
    Monitor monitor(model_);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      const Event& e = event(i);
      for (ChannelId c : before_[order_[i].index()]) monitor.acquire(e.thread, c);
      const auto delayed = monitor.feed(e);
      for (ChannelId c : after_[order_[i].index()]) monitor.release(e.thread, c);
      ++result.events;
      if (delayed.empty()) continue;
      result.violations += delayed.size();
      for (EventIndex d : delayed)
        if (result.shown.size() < max_shown) result.shown.push_back(show(d, i));
    }
    return result;
  }

 private:
  const Event& event(std::size_t i) const { return x_.events[order_[i].index()]; }

  // Which of the events before i lie in the past of the one before it in its thread.
  std::vector<char> past(std::size_t i) const {
    HappensBefore order;
    std::vector<std::uint32_t> index(i);
    for (std::size_t j = 0; j <= i; ++j) {
      for (ChannelId c : before_[order_[j].index()]) order.acquire(event(j).thread, c);
      if (j == i) break;
      index[j] = order.count(event(j).thread);
      order.add(event(j));
      for (ChannelId c : after_[order_[j].index()]) order.release(event(j).thread, c);
    }
    std::vector<char> in(i);
    for (std::size_t j = 0; j < i; ++j)
      in[j] = order.seen(event(i).thread, event(j).thread) > index[j] ? 1 : 0;
    return in;
  }

  RecordedViolation show(std::size_t delayed, std::size_t overtaking) const {
    RecordedViolation v{order_[delayed], order_[overtaking], {}, {}};
    Monitor monitor(model_);
    std::vector<EventId> fed;
    const auto add_commits = [&] {
      for (EventIndex c : monitor.commits()) v.schedule.push_back({fed[c], true});
    };
    const std::vector<char> in = past(overtaking);
    for (std::size_t j = 0; j < overtaking; ++j) {
      if (in[j] == 0) continue;
      for (ChannelId c : before_[order_[j].index()]) monitor.acquire(event(j).thread, c);
      monitor.feed(event(j));
      for (ChannelId c : after_[order_[j].index()]) monitor.release(event(j).thread, c);
      add_commits();
      v.schedule.push_back({order_[j], false});
      fed.push_back(order_[j]);
    }
    const Event& e = event(overtaking);
    const bool buffered = e.kind == EventKind::Write;
    monitor.forget_commits();
    if (buffered)
      monitor.flush(e.thread);
    else
      monitor.drain_for(e);
    add_commits();
    v.schedule.push_back({order_[overtaking], false});
    if (buffered) v.schedule.push_back({order_[overtaking], true});
    monitor.forget_commits();
    for (std::size_t t = 0; t < x_.thread_count; ++t) monitor.flush(ThreadId{t});
    add_commits();
    judge(v);
    return v;
  }

  // Replays the run and finds the cycle of its trace.
  void judge(RecordedViolation& v) const {
    Execution part;
    part.threads.resize(x_.threads.size());
    std::vector<EventId> whole;                                  // by event of the part
    std::vector<EventId> id(x_.events.size(), EventId::none());  // by event of the trace
    for (const WitnessStep& s : v.schedule) {
      if (s.memory_write) continue;
      id[s.event.index()] = part.add(x_.events[s.event.index()]);
      whole.push_back(s.event);
    }
    part.thread_count = x_.thread_count;
    part.location_count = x_.location_count;
    for (const auto& [from, to] : x_.order)
      if (id[to.index()].valid() && id[from.index()].valid())
        part.order.emplace_back(id[from.index()], id[to.index()]);
    Witness run;
    for (const WitnessStep& s : v.schedule) run.push_back({id[s.event.index()], s.memory_write});
    const Replay replayed = replay(part, model_, run);
    if (!replayed.error.empty())
      throw InternalError("a violation does not replay: " + replayed.error);
    v.cycle = cycle_through(edges(part, run, replayed.obtained), part.events.size(),
                            id[v.delayed.index()].value, id[v.overtaking.index()].value);
    if (v.cycle.empty())
      throw InternalError("a violation replays to a run that is sequentially consistent");
    for (TraceEdge& e : v.cycle) {
      e.from = whole[e.from].value;
      e.to = whole[e.to].value;
    }
  }

  static std::vector<TraceEdge> edges(const Execution& x, const Witness& run,
                                      const std::vector<EventId>& sources) {
    std::vector<TraceEdge> out;
    const auto edge = [&](EventId from, EventId to, TraceEdgeKind kind) {
      if (from != to) out.push_back({from.value, to.value, kind});
    };
    for (const auto& thread : x.threads)
      for (std::size_t k = 1; k < thread.size(); ++k)
        edge(thread[k - 1], thread[k], TraceEdgeKind::ProgramOrder);
    for (const auto& [from, to] : x.order) edge(from, to, TraceEdgeKind::Synchronization);
    std::vector<std::vector<EventId>> stores(x.location_count);  // in memory order
    for (const WitnessStep& s : run) {
      const Event& e = x.events[s.event.index()];
      if (e.writes() && (e.kind != EventKind::Write || s.memory_write))
        stores[e.location.index()].push_back(s.event);
    }
    for (const auto& order : stores)
      for (std::size_t k = 1; k < order.size(); ++k)
        edge(order[k - 1], order[k], TraceEdgeKind::StoreOrder);
    for (std::size_t i = 0; i < x.events.size(); ++i) {
      if (!x.events[i].reads()) continue;
      const auto& order = stores[x.events[i].location.index()];
      const EventId source = sources[i];
      auto next = order.begin();
      if (source.valid()) {
        edge(source, EventId{i}, TraceEdgeKind::ReadsFrom);
        next = std::find(order.begin(), order.end(), source);
        if (next != order.end()) ++next;
      }
      if (next != order.end()) edge(EventId{i}, *next, TraceEdgeKind::FromRead);
    }
    return out;
  }

  const Execution& x_;
  const Model model_;
  const std::vector<EventId> order_;
  std::vector<std::vector<ChannelId>> after_;   // by event: order edges that begin there
  std::vector<std::vector<ChannelId>> before_;  // ... that end there
};

}  // namespace

RecordedResult watch_recorded(RecordedTrace& trace, Model model, std::size_t max_shown) {
  std::vector<EventId> order = sc_order(trace);
  return Watcher(trace, model, std::move(order)).run(max_shown);
}

}  // namespace overtake::monitor
