// Closure: the weakest partial order P that every witness of (X, RF) respects, or the proof that
// there is none (RF §4.3 rules 1 to 3; rules 4 and 5 hold because a block is one node).
//
//   1. a write reaches memory before another thread reads it, and after the reader's own earlier
//      writes to the location, which would hide it;
//   2. a write to x that comes before a read of x comes before the write it reads;
//   3. a write to x that comes after the write that a read of x reads comes after the read.
//
// The nodes are steps and memory-writes (and one node per store-store fence, after the writes
// before it and before those after it). They lie on chains: one per thread, and one per
// buffer. A node's row says how much of every chain comes before it, so "a <P b" is one comparison,
// and the last write of a chain to x before a read is a binary search: rules 2 and 3 look at one
// write per chain, because what they say about earlier ones follows.
//
// Rounds: sort the nodes topologically (a cycle refutes), push the rows that grew along the order,
// look at the rules only where a row grew, collect the edges that are missing, and repeat until
// there are none. An edge that points forward is used in the same round. A round costs what has
// changed, plus the sorting if an edge pointed backward. In the worst case there are O(n k) rounds
// for n events; in practice there are a few.
//
// With good writes (RVF §4.2) a read has several candidates. A candidate that cannot be obtained
// any more (the read comes before it, or another write hides it) is dropped; a read with one
// candidate left is as in RF; for the others rules 2 to 4 of RVF apply to the least and greatest
// candidate, where all of them are remote. Everything here is sound under all three models: under
// TSO and PSO an own write may be read from the buffer, which is why own candidates add no edges.
#include "consistency/closure.h"

#include <algorithm>

namespace overtake::consistency {

namespace {
// Reads with more candidates than this are left to the search: the rules would cost more.
constexpr std::uint32_t kManyCandidates = 64;

template <class T>
bool join(T* __restrict into, const T* __restrict from, std::uint32_t width) {
  T grown = 0;
  for (std::uint32_t i = 0; i < width; ++i) {
    const T old = into[i];
    const T now = std::max(old, from[i]);
    into[i] = now;
    grown = static_cast<T>(grown | (old ^ now));
  }
  return grown != 0;
}
}  // namespace

Closure::Outcome Closure::run(const Instance& instance, const GoodWrites* good_writes,
                              const Budget& budget) {
  instance_ = &instance;
  round_ = 0;
  edges_added_ = 0;
  refuted_unit_ = kNone;
  build(good_writes);
  if (refuted_unit_ != kNone) return Outcome::Refuted;
  const std::uint32_t longest = *std::max_element(position_.begin(), position_.end());
  const Outcome outcome =
      longest < 32767 ? saturate<std::int16_t>(budget) : saturate<std::int32_t>(budget);
  if (outcome != Outcome::Closed) return outcome;
  constraints_.head.assign(std::size_t{2} * step_count_, kNone);
  constraints_.links.clear();
  for (std::uint32_t node = 0; node < 2 * step_count_; ++node) {
    for (std::uint32_t e = pred_head_[node]; e != kNone; e = edges_[e].next) {
      if (edges_[e].rule < Rule::OwnWriteFirst) continue;  // the searches see to these
      constraints_.links.push_back({edges_[e].from, constraints_.head[node]});
      constraints_.head[node] = static_cast<std::uint32_t>(constraints_.links.size() - 1);
    }
  }
  ranks_.of = place_;
  ranks_.by_demand = true;
  return outcome;
}

// ---- Saturation --------------------------------------------------------------------------------

template <class T>
T* Closure::row(std::uint32_t node) {
  if constexpr (sizeof(T) == 2)
    return small_clocks_.data() + std::size_t{rows_[node]} * width_;
  else
    return large_clocks_.data() + std::size_t{rows_[node]} * width_;
}

template <class T>
const T* Closure::row(std::uint32_t node) const {
  return const_cast<Closure*>(this)->row<T>(node);
}

// Is the write before the node, or at it?
template <class T>
bool Closure::precedes(std::uint32_t write, std::uint32_t node) const {
  const std::uint32_t at = write_node(write);
  return static_cast<std::uint32_t>(row<T>(node)[chain_[at]]) >= position_[at];
}

// The last write of the track among the first `position` nodes of its chain.
std::uint32_t Closure::latest(const Track& track, std::uint32_t position) const {
  if (position == 0) return kNone;
  const auto begin = track_positions_.begin() + track.begin;
  const auto end = track_positions_.begin() + track.end;
  const auto after = std::upper_bound(begin, end, position);
  return after == begin
             ? kNone
             : track_writes_[static_cast<std::size_t>(after - track_positions_.begin()) - 1];
}

template <class T>
Closure::Outcome Closure::saturate(const Budget& budget) {
  width_ = (chains_ + 7) / 8 * 8;
  if constexpr (sizeof(T) == 2)
    small_clocks_.assign(std::size_t{row_count_} * width_, 0);
  else
    large_clocks_.assign(std::size_t{row_count_} * width_, 0);
  changed_.assign(std::size_t{2} * step_count_, 0);
  dirty_.assign(std::size_t{2} * step_count_, 1);
  later_.clear();
  for (pending_ = true; pending_;) {
    ++round_;
    if (budget.expired()) return Outcome::GaveUp;
    if (resort_ && !sort()) return Outcome::Refuted;
    propagate<T>();
    if (!pending_ && unresolved_ != 0 && refuted_unit_ == kNone) look_again<T>();
    if (refuted_unit_ != kNone) return Outcome::Refuted;
  }
  return Outcome::Closed;
}

template <class T>
void Closure::propagate() {
  for (std::uint32_t node : order_) {
    bool look = dirty_[node] != 0;
    for (std::uint32_t e = pred_head_[node]; e != kNone && !look; e = edges_[e].next)
      look = changed_[edges_[e].from] == round_;
    if (look && !visit<T>(node)) return;
  }
  for (std::uint32_t node : later_) dirty_[node] = 1;
  pending_ = !later_.empty();
  later_.clear();
}

// What a read with several candidates may obtain depends on the candidates' rows as well as on its
// own, and it was not looked at when they grew.
template <class T>
void Closure::look_again() {
  for (Unit& unit : units_)
    if (unit.source == kNone && !apply_read_rules<T>(unit)) return;
  for (std::uint32_t node : later_) dirty_[node] = 1;
  pending_ = !later_.empty();
  later_.clear();
}

// Brings a node's row up to date and applies the rules to it; false if that refutes.
template <class T>
bool Closure::visit(std::uint32_t node) {
  T* mine = row<T>(node);
  bool grown = dirty_[node] != 0;
  for (std::uint32_t e = pred_head_[node]; e != kNone; e = edges_[e].next) {
    Edge& edge = edges_[e];
    if (edge.fresh) {
      if (place_[edge.from] > place_[node]) continue;  // after the next sorting
      edge.fresh = false;
    } else if (changed_[edge.from] != round_) {
      continue;
    }
    if (join(mine, row<T>(edge.from), width_)) grown = true;
  }
  dirty_[node] = 0;
  if (!grown) return true;
  if (chain_[node] != kNone)
    mine[chain_[node]] = std::max(mine[chain_[node]], static_cast<T>(position_[node]));
  changed_[node] = round_;

  const Instance& in = *instance_;
  const bool memory = node >= step_count_;
  const Step& step = in.steps[memory ? node - step_count_ : node];
  if (memory) return step.kind != StepKind::Buffer || apply_write_rules<T>(node, step.write);
  if (step.writes)
    for (std::uint32_t a = step.access_begin; a < step.access_end; ++a)
      if (in.accesses[a].write != kNone) apply_write_rules<T>(node, in.accesses[a].write);
  for (std::uint32_t u = unit_head_[node]; u != kNone; u = units_[u].next)
    if (!apply_read_rules<T>(units_[u])) return false;
  return true;
}

// Rule 3: the readers of the writes before `write` come before it as well.
template <class T>
bool Closure::apply_write_rules(std::uint32_t node, std::uint32_t write) {
  const Write& w = instance_->writes[write];
  T* mine = row<T>(node);
  for (std::uint32_t t = track_begin_[w.location]; t < track_begin_[w.location + 1]; ++t) {
    const Track& track = tracks_[t];
    std::uint32_t until = static_cast<std::uint32_t>(mine[track.chain]);
    if (track.chain == chain_[node]) until = std::min(until, position_[node] - 1);
    const std::uint32_t before = latest(track, until);
    if (before == kNone) continue;
    for (std::uint32_t l = readers_head_[before]; l != kNone; l = readers_[l].next) {
      const Unit& reader = units_[readers_[l].value];
      if (reader.thread == w.thread) continue;
      if (static_cast<std::uint32_t>(mine[reader.thread]) >= position_[reader.node]) continue;
      ++edges_added_;
      add_edge(reader.node, node, Rule::WriteAfterWrite, reader.event);
      if (place_[reader.node] < place_[node]) {
        join(mine, row<T>(reader.node), width_);
        edges_.back().fresh = false;
        t = track_begin_[w.location] - 1;  // the row has grown: look again
        break;
      }
      resort_ = true;
      later_.push_back(node);
    }
  }
  return true;
}

// Rule 2: the writes before the read come before its source.
template <class T>
bool Closure::apply_read_rules(Unit& unit) {
  if (unit.source == kNone) {
    if (!filter_candidates<T>(unit)) return false;
    if (unit.source == kNone) {
      apply_good_write_rules<T>(unit);
      return true;
    }
  }
  if (instance_->is_initial(unit.source)) return true;
  const T* mine = row<T>(unit.node);
  const std::uint32_t source = write_node(unit.source);
  for (std::uint32_t t = track_begin_[unit.location]; t < track_begin_[unit.location + 1]; ++t) {
    const Track& track = tracks_[t];
    if (track.thread == unit.thread) continue;
    const std::uint32_t before = latest(track, static_cast<std::uint32_t>(mine[track.chain]));
    if (before == kNone || before == unit.source || precedes<T>(before, source)) continue;
    ++edges_added_;
    const std::uint32_t from = write_node(before);
    add_edge(from, source, Rule::WriteBeforeRead, unit.event);
    resort_ = resort_ || place_[from] > place_[source];
    later_.push_back(source);
  }
  return true;
}

// May the unit still obtain the write?
template <class T>
bool Closure::possible(const Unit& unit, std::uint32_t write) const {
  const Instance& in = *instance_;
  const T* mine = row<T>(unit.node);
  const bool initial = in.is_initial(write);
  const bool remote = !initial && in.writes[write].thread != unit.thread;
  if (remote) {
    const T* its = row<T>(write_node(write));
    if (write_node(write) == unit.node) return false;
    if (static_cast<std::uint32_t>(its[unit.thread]) >= position_[unit.node]) return false;
    if (unit.own != kNone && precedes<T>(write, write_node(unit.own))) return false;
  }
  for (std::uint32_t t = track_begin_[unit.location]; t < track_begin_[unit.location + 1]; ++t) {
    const Track& track = tracks_[t];
    if (track.thread == unit.thread) continue;
    const std::uint32_t before = latest(track, static_cast<std::uint32_t>(mine[track.chain]));
    if (before == kNone || before == write) continue;
    if (initial || precedes<T>(write, write_node(before))) return false;
  }
  return true;
}

template <class T>
bool Closure::filter_candidates(Unit& unit) {
  if (unit.candidates_end - unit.candidates_begin > kManyCandidates) return true;
  std::uint32_t kept = unit.candidates_begin;
  unit.every_candidate_remote = true;
  for (std::uint32_t c = unit.candidates_begin; c < unit.candidates_end; ++c) {
    const std::uint32_t write = candidates_[c];
    if (!possible<T>(unit, write)) continue;
    if (instance_->is_initial(write) || instance_->writes[write].thread == unit.thread)
      unit.every_candidate_remote = false;
    candidates_[kept++] = write;
  }
  unit.candidates_end = kept;
  if (kept == unit.candidates_begin) {
    refuted_unit_ = static_cast<std::uint32_t>(&unit - units_.data());
    return false;
  }
  if (kept == unit.candidates_begin + 1) {
    unit.source = candidates_[unit.candidates_begin];
    --unresolved_;
    fix_source(unit);
    // Its readers have changed, so the rules of every write of the location have to be looked at.
    resort_ = true;
    later_.push_back(unit.node);
    for (std::uint32_t t = track_begin_[unit.location]; t < track_begin_[unit.location + 1]; ++t)
      for (std::uint32_t i = tracks_[t].begin; i < tracks_[t].end; ++i)
        later_.push_back(write_node(track_writes_[i]));
  }
  return true;
}

// RVF §4.2, conditions (2) to (4), for reads whose candidates are all remote.
template <class T>
void Closure::apply_good_write_rules(Unit& unit) {
  const std::uint32_t count = unit.candidates_end - unit.candidates_begin;
  if (!unit.every_candidate_remote || count > kManyCandidates) return;
  const std::uint32_t* first = candidates_.data() + unit.candidates_begin;
  const std::uint32_t* end = first + count;
  const auto edge = [&](std::uint32_t from, std::uint32_t to, Rule rule) {
    ++edges_added_;
    add_edge(from, to, rule, unit.event);
    resort_ = resort_ || place_[from] > place_[to];
    later_.push_back(to);
  };
  std::uint32_t least = *first, greatest = *first;
  for (const std::uint32_t* c = first; c != end; ++c) {
    if (precedes<T>(*c, write_node(least))) least = *c;
    if (precedes<T>(greatest, write_node(*c))) greatest = *c;
  }
  const bool has_least =
      std::all_of(first, end, [&](std::uint32_t c) { return precedes<T>(least, write_node(c)); });
  const bool has_greatest = std::all_of(
      first, end, [&](std::uint32_t c) { return precedes<T>(c, write_node(greatest)); });
  const auto good = [&](std::uint32_t w) { return std::find(first, end, w) != end; };
  if (has_least && !precedes<T>(least, unit.node))
    edge(write_node(least), unit.node, Rule::ReadsFrom);
  const T* mine = row<T>(unit.node);
  for (std::uint32_t t = track_begin_[unit.location]; t < track_begin_[unit.location + 1]; ++t) {
    const Track& track = tracks_[t];
    if (track.thread == unit.thread) continue;
    if (has_greatest) {
      const std::uint32_t before = latest(track, static_cast<std::uint32_t>(mine[track.chain]));
      if (before != kNone && !good(before) && !precedes<T>(before, write_node(greatest)))
        edge(write_node(before), write_node(greatest), Rule::WriteBeforeRead);
    }
    // The first write of the track that comes after every candidate.
    std::uint32_t low = track.begin, high = track.end;
    while (low < high) {
      const std::uint32_t middle = low + (high - low) / 2;
      const std::uint32_t node = write_node(track_writes_[middle]);
      const bool after_all =
          std::all_of(first, end, [&](std::uint32_t c) { return precedes<T>(c, node); });
      if (after_all)
        high = middle;
      else
        low = middle + 1;
    }
    while (low < track.end && good(track_writes_[low])) ++low;
    if (low == track.end) continue;
    const std::uint32_t node = write_node(track_writes_[low]);
    if (static_cast<std::uint32_t>(row<T>(node)[unit.thread]) < position_[unit.node])
      edge(unit.node, node, Rule::WriteAfterWrite);
  }
}

}  // namespace overtake::consistency
