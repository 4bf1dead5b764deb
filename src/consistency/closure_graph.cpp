// The graph of the closure: its nodes, chains and tracks, the orders that hold before any rule is
// applied, its topological order, and the cycle when there is none.
#include <algorithm>

#include "consistency/closure.h"

namespace overtake::consistency {

void Closure::build(const GoodWrites* good_writes) {
  step_count_ = static_cast<std::uint32_t>(instance_->steps.size());
  edges_.clear();
  pred_head_.assign(std::size_t{2} * step_count_, kNone);
  build_chains();
  build_tracks();
  build_units(good_writes);
  build_program_order();
  for (Unit& unit : units_)
    if (unit.source != kNone) fix_source(unit);
  resort_ = true;
}

void Closure::build_chains() {
  const Instance& in = *instance_;
  rows_.assign(std::size_t{2} * step_count_, kNone);
  chain_.assign(std::size_t{2} * step_count_, kNone);
  position_.assign(2 * step_count_ + 1, 0);
  row_count_ = 0;
  chains_ = in.threads;
  const bool per_buffer = in.model() == Model::PSO;
  if (in.model() == Model::TSO) chains_ += in.threads;
  if (per_buffer) chains_ += static_cast<std::uint32_t>(in.buffers.size());
  scratch_.assign(chains_, 0);
  for (std::uint32_t s = 0; s < step_count_; ++s) {
    const Step& step = in.steps[s];
    rows_[s] = row_count_++;
    chain_[s] = step.thread;
    position_[s] = ++scratch_[step.thread];
    const std::uint32_t memory = step_count_ + s;
    if (step.kind == StepKind::Buffer) {
      rows_[memory] = row_count_++;
      chain_[memory] = in.threads + (per_buffer ? in.writes[step.write].buffer : step.thread);
      position_[memory] = ++scratch_[chain_[memory]];
    } else if (step.store_fence) {
      rows_[memory] = row_count_++;
    }
  }
}

void Closure::build_tracks() {
  const Instance& in = *instance_;
  // Track of (location, thread, kind of chain); threads come one after the other.
  struct Open {
    std::uint32_t thread;
    std::uint32_t track;
  };
  std::vector<Open> open(2 * std::size_t{in.locations}, Open{kNone, kNone});
  tracks_.clear();
  std::vector<std::uint32_t>& track_of = scratch_;  // by write
  track_of.assign(in.write_count, kNone);
  std::vector<std::uint32_t> location_of;
  const auto add = [&](std::uint32_t write) {
    const Write& w = in.writes[write];
    Open& o = open[2 * w.location + (w.buffer == kNone ? 0 : 1)];
    if (o.thread != w.thread) {
      o = {w.thread, static_cast<std::uint32_t>(tracks_.size())};
      tracks_.push_back({w.thread, chain_[write_node(write)], 0, 0});
      location_of.push_back(w.location);
    }
    track_of[write] = o.track;
    ++tracks_[o.track].end;
  };
  for (std::uint32_t s : in.memory_events) {
    const Step& step = in.steps[s];
    if (step.kind == StepKind::Buffer) add(step.write);
    for (std::uint32_t a = step.access_begin; a < step.access_end; ++a) {
      const Access& access = in.accesses[a];
      if (access.write == kNone) continue;
      bool last = true;  // with good writes the accesses of a block are not collapsed
      for (std::uint32_t b = a + 1; b < step.access_end; ++b)
        last =
            last && (in.accesses[b].location != access.location || in.accesses[b].write == kNone);
      if (last) add(access.write);
    }
  }
  // Location by location.
  track_begin_.assign(in.locations + 1, 0);
  for (std::uint32_t x : location_of) ++track_begin_[x + 1];
  for (std::uint32_t x = 0; x < in.locations; ++x) track_begin_[x + 1] += track_begin_[x];
  std::vector<std::uint32_t> renamed(tracks_.size());
  std::vector<std::uint32_t> fill(track_begin_.begin(), track_begin_.end());
  std::vector<Track> sorted(tracks_.size());
  for (std::uint32_t t = 0; t < tracks_.size(); ++t) {
    renamed[t] = fill[location_of[t]]++;
    sorted[renamed[t]] = tracks_[t];
  }
  tracks_.swap(sorted);
  std::uint32_t at = 0;
  for (Track& track : tracks_) {
    const std::uint32_t size = track.end;
    track.begin = at;
    track.end = at;
    at += size;
  }
  track_positions_.resize(at);
  track_writes_.resize(at);
  for (std::uint32_t s : in.memory_events) {
    const Step& step = in.steps[s];
    const auto put = [&](std::uint32_t write) {
      if (track_of[write] == kNone) return;
      Track& track = tracks_[renamed[track_of[write]]];
      track_positions_[track.end] = position_[write_node(write)];
      track_writes_[track.end++] = write;
    };
    if (step.kind == StepKind::Buffer) put(step.write);
    for (std::uint32_t a = step.access_begin; a < step.access_end; ++a)
      if (in.accesses[a].write != kNone) put(in.accesses[a].write);
  }
}

void Closure::build_units(const GoodWrites* good_writes) {
  const Instance& in = *instance_;
  units_.clear();
  candidates_.clear();
  unit_head_.assign(step_count_, kNone);
  readers_head_.assign(in.write_count, kNone);
  readers_.clear();
  unresolved_ = 0;
  reads_from_.assign(in.execution().events.size(), kInitialWrite);
  struct Own {
    std::uint32_t thread;
    std::uint32_t write;
  };
  std::vector<Own> own(in.locations, Own{kNone, kNone});
  for (std::uint32_t s = 0; s < step_count_; ++s) {
    const Step& step = in.steps[s];
    const auto last_own = [&](std::uint32_t x) {
      return own[x].thread == step.thread ? own[x].write : kNone;
    };
    if (step.kind == StepKind::Read) {
      add_unit(s, step.event, step.location, last_own(step.location), step.write, good_writes);
    } else if (step.kind == StepKind::Buffer) {
      own[step.location] = {step.thread, step.write};
    } else {
      for (std::uint32_t a = step.access_begin; a < step.access_end; ++a) {
        const Access& access = in.accesses[a];
        const std::uint32_t mine = last_own(access.location);
        if (access.source != kNone) {
          if (mine != kNone && in.writes[mine].step == s) {  // inside the block (good writes only)
            if (!good_writes->contains(EventId{access.event}, EventId{in.write_event(mine)}) &&
                refuted_unit_ == kNone) {
              refuted_unit_ = static_cast<std::uint32_t>(units_.size());
              units_.push_back(
                  {s, access.event, access.location, step.thread, mine, kNone, 0, 0, kNone, false});
            }
            reads_from_[access.event] = EventId{in.write_event(mine)};
          } else {
            add_unit(s, access.event, access.location, mine, access.source, good_writes);
          }
        }
        if (access.write != kNone) own[access.location] = {step.thread, access.write};
      }
    }
  }
}

void Closure::add_unit(std::uint32_t step, std::uint32_t event, std::uint32_t location,
                       std::uint32_t own, std::uint32_t source, const GoodWrites* good_writes) {
  const Instance& in = *instance_;
  const auto id = static_cast<std::uint32_t>(units_.size());
  const auto first = static_cast<std::uint32_t>(candidates_.size());
  Unit unit{step,   event, location, in.steps[step].thread, own,
            source, first, first,    unit_head_[step],      true};
  if (good_writes == nullptr) {
    candidates_.push_back(source);
  } else {
    const auto& events = in.execution().events;
    for (EventId good : good_writes->classes[good_writes->read_class[event]]) {
      if (good != kInitialWrite &&
          (good.index() >= events.size() || good.value == event || !events[good.index()].writes() ||
           events[good.index()].location.value != location))
        continue;
      const std::uint32_t write = in.write_name(good, location);
      const bool mine = !in.is_initial(write) && in.writes[write].thread == unit.thread;
      if (mine ? write != own : in.is_initial(write) && own != kNone) continue;
      if (mine || in.is_initial(write)) unit.every_candidate_remote = false;
      if (!in.is_initial(write) && scratch_[write] == kNone) continue;  // hidden inside its block
      candidates_.push_back(write);
    }
  }
  unit.candidates_end = static_cast<std::uint32_t>(candidates_.size());
  unit.source = unit.candidates_end - first == 1 ? candidates_[first] : kNone;
  if (unit.source == kNone) ++unresolved_;
  if (unit.candidates_end == first && refuted_unit_ == kNone) refuted_unit_ = id;
  unit_head_[step] = id;
  units_.push_back(unit);
}

// Program order, buffers, drains, store-store fences, order edges.
void Closure::build_program_order() {
  const Instance& in = *instance_;
  const auto order = [&](std::uint32_t from, std::uint32_t to) {
    if (from != kNone) add_edge(from, to, Rule::ProgramOrder, kNone);
  };
  std::vector<std::uint32_t> last(in.locations, kNone);  // PSO: the own memory-write before
  std::vector<std::uint32_t> undrained, unfenced;        // memory nodes
  for (std::uint32_t t = 0; t < in.threads; ++t) {
    std::uint32_t fence = kNone;        // the node of the last store-store fence
    std::uint32_t last_memory = kNone;  // TSO
    undrained.clear();
    unfenced.clear();
    for (std::uint32_t b = in.buffer_begin[t]; b < in.buffer_begin[t + 1]; ++b)
      last[in.buffers[b].location] = kNone;
    for (std::uint32_t s = in.thread_begin[t]; s < in.thread_end(t); ++s) {
      const Step& step = in.steps[s];
      const std::uint32_t memory = step_count_ + s;
      if (s > in.thread_begin[t]) order(s - 1, s);
      if (step.kind == StepKind::Buffer) {
        order(s, memory);
        order(fence, memory);
        std::uint32_t& previous = in.model() == Model::TSO ? last_memory : last[step.location];
        order(previous, memory);
        previous = memory;
        if (in.model() == Model::PSO) {
          undrained.push_back(memory);
          unfenced.push_back(memory);
        }
        continue;
      }
      if (step.wait == Wait::AllBuffers) {
        order(last_memory, s);
        for (std::uint32_t write : undrained) order(write, s);
        undrained.clear();
      }
      if (step.wait == Wait::OwnLocation) {
        // A location that this thread never buffers has a stale entry of another thread.
        const std::uint32_t own = last[step.location];
        if (own != kNone && in.steps[own - step_count_].thread == t) order(own, s);
        if (step.writes) order(fence, s);
      }
      if (step.store_fence) {
        for (std::uint32_t write : unfenced) order(write, memory);
        unfenced.clear();
        order(fence, memory);
        fence = memory;
      }
    }
  }
  if (!in.order_head.empty())
    for (std::uint32_t s = 0; s < step_count_; ++s)
      for (std::uint32_t l = in.order_head[s]; l != kNone; l = in.links[l].next)
        add_edge(in.links[l].value, s, Rule::OrderEdge, kNone);
}

// Rule 1, and the writes that come after a read of the initial value.
void Closure::fix_source(Unit& unit) {
  const Instance& in = *instance_;
  const std::uint32_t id = static_cast<std::uint32_t>(&unit - units_.data());
  if (in.is_initial(unit.source)) {
    for (std::uint32_t t = track_begin_[unit.location]; t < track_begin_[unit.location + 1]; ++t) {
      const std::uint32_t first = write_node(track_writes_[tracks_[t].begin]);
      if (first != unit.node) add_edge(unit.node, first, Rule::InitialValue, unit.event);
    }
    return;
  }
  reads_from_[unit.event] = EventId{in.write_event(unit.source)};
  if (in.writes[unit.source].thread != unit.thread) {
    add_edge(write_node(unit.source), unit.node, Rule::ReadsFrom, unit.event);
    if (unit.own != kNone)
      add_edge(write_node(unit.own), write_node(unit.source), Rule::OwnWriteFirst, unit.event);
  }
  // Keep the last reader of each thread: the earlier ones precede it.
  for (std::uint32_t l = readers_head_[unit.source]; l != kNone; l = readers_[l].next) {
    Unit& other = units_[readers_[l].value];
    if (other.thread != unit.thread) continue;
    if (other.node < unit.node) readers_[l].value = id;
    return;
  }
  readers_.push_back({id, readers_head_[unit.source]});
  readers_head_[unit.source] = static_cast<std::uint32_t>(readers_.size() - 1);
}

void Closure::add_edge(std::uint32_t from, std::uint32_t to, Rule rule, std::uint32_t read) {
  edges_.push_back({from, pred_head_[to], read, rule, true});
  pred_head_[to] = static_cast<std::uint32_t>(edges_.size() - 1);
}

// Kahn's algorithm; false if there is a cycle.
bool Closure::sort() {
  const std::uint32_t nodes = 2 * step_count_;
  degree_.assign(nodes, 0);
  succ_begin_.assign(nodes + 1, 0);
  for (std::uint32_t n = 0; n < nodes; ++n)
    for (std::uint32_t e = pred_head_[n]; e != kNone; e = edges_[e].next) {
      ++degree_[n];
      ++succ_begin_[edges_[e].from + 1];
    }
  for (std::uint32_t n = 0; n < nodes; ++n) succ_begin_[n + 1] += succ_begin_[n];
  succ_.resize(edges_.size());
  for (std::uint32_t n = nodes; n-- > 0;)
    for (std::uint32_t e = pred_head_[n]; e != kNone; e = edges_[e].next)
      succ_[succ_begin_[edges_[e].from]++] = n;
  for (std::uint32_t n = nodes; n > 0; --n) succ_begin_[n] = succ_begin_[n - 1];
  succ_begin_[0] = 0;
  order_.clear();
  for (std::uint32_t n = 0; n < nodes; ++n)
    if (rows_[n] != kNone && degree_[n] == 0) order_.push_back(n);
  for (std::size_t i = 0; i < order_.size(); ++i)
    for (std::uint32_t s = succ_begin_[order_[i]]; s < succ_begin_[order_[i] + 1]; ++s)
      if (--degree_[succ_[s]] == 0) order_.push_back(succ_[s]);
  resort_ = false;
  if (order_.size() != row_count_) return false;
  place_.assign(nodes, kNone);
  for (std::uint32_t i = 0; i < order_.size(); ++i) place_[order_[i]] = i;
  return true;
}

// ---- Reasons -----------------------------------------------------------------------------------

Reason Closure::single_read() const {
  Reason reason;
  reason.rule = Rule::NoGoodWrite;
  reason.read = EventId{units_[refuted_unit_].event};
  return reason;
}

// The shortest cycle through some node that sort() could not place.
Reason Closure::reason() const {
  if (refuted_unit_ != kNone) return single_read();
  const auto witness_step = [&](std::uint32_t node) {
    const bool memory = node >= step_count_;
    return WitnessStep{EventId{instance_->steps[memory ? node - step_count_ : node].event}, memory};
  };
  // Walk backwards among the nodes left over until one repeats: it lies on a cycle.
  const std::uint32_t nodes = 2 * step_count_;
  std::uint32_t at = 0;
  while (degree_[at] == 0 || rows_[at] == kNone) ++at;
  const auto left = [&](std::uint32_t node) { return degree_[node] != 0; };
  std::vector<std::uint8_t> seen(nodes, 0);
  while (!seen[at]) {
    seen[at] = 1;
    for (std::uint32_t e = pred_head_[at]; e != kNone; e = edges_[e].next)
      if (left(edges_[e].from)) {
        at = edges_[e].from;
        break;
      }
  }
  // Breadth first from there, backwards, until the cycle is closed.
  std::vector<std::uint32_t> via(nodes, kNone), next(nodes, kNone), queue{at};
  std::uint32_t closing = kNone, last = kNone;
  for (std::size_t i = 0; i < queue.size() && closing == kNone; ++i) {
    for (std::uint32_t e = pred_head_[queue[i]]; e != kNone; e = edges_[e].next) {
      const std::uint32_t from = edges_[e].from;
      if (from == at) {
        closing = e;
        last = queue[i];
        break;
      }
      if (!left(from) || via[from] != kNone) continue;
      via[from] = e;
      next[from] = queue[i];
      queue.push_back(from);
    }
  }
  Reason reason;
  const auto add = [&](std::uint32_t e, std::uint32_t to) {
    const Edge& edge = edges_[e];
    reason.cycle.push_back({witness_step(edge.from), witness_step(to), edge.rule,
                            edge.read == kNone ? EventId::none() : EventId{edge.read}});
  };
  add(closing, last);
  for (std::uint32_t n = last; n != at; n = next[n]) add(via[n], next[n]);
  // Program order is transitive within a thread: one edge for a run of them.
  std::vector<ReasonEdge> merged;
  for (const ReasonEdge& edge : reason.cycle) {
    if (!merged.empty() && edge.rule == Rule::ProgramOrder &&
        merged.back().rule == Rule::ProgramOrder)
      merged.back().to = edge.to;
    else
      merged.push_back(edge);
  }
  if (merged.size() > 1 && merged.front().rule == Rule::ProgramOrder &&
      merged.back().rule == Rule::ProgramOrder) {
    merged.front().from = merged.back().from;
    merged.pop_back();
  }
  reason.cycle = std::move(merged);
  reason.rule = Rule::Cycle;
  return reason;
}

}  // namespace overtake::consistency
