// Closure (RF §4.3, §4.4; RVF §4.2): the orderings that every witness respects.
#pragma once

#include <cstdint>
#include <vector>

#include "consistency/search.h"

namespace overtake::consistency {

class Closure {
 public:
  enum class Outcome : std::uint8_t { Closed, Refuted, GaveUp };

  // `good_writes` is null for an instance with a reads-from map.
  Outcome run(const Instance& instance, const GoodWrites* good_writes, const Budget& budget);

  // After Closed: what the searches have to respect, and a topological order of the nodes, both in
  // the terms of search.h.
  const Constraints& constraints() const { return constraints_; }
  const Ranks& ranks() const { return ranks_; }

  // After Closed, with good writes: true if every read has one possible source left; then
  // reads_from() is the map, by event.
  bool resolved() const { return unresolved_ == 0; }
  const std::vector<EventId>& reads_from() const { return reads_from_; }

  // After Refuted: why.
  Reason reason() const;

  std::uint64_t edges_added() const { return edges_added_; }
  std::uint32_t rounds() const { return round_; }

 private:
  struct Edge {
    std::uint32_t from;
    std::uint32_t next;  // the next edge into the same node
    std::uint32_t read;  // event, kNone
    Rule rule;
    bool fresh;  // not yet joined
  };
  // The writes to one location that lie on one chain, in its order.
  struct Track {
    std::uint32_t thread;
    std::uint32_t chain;
    std::uint32_t begin;  // in track_positions_, track_writes_
    std::uint32_t end;
  };
  // A read, and the writes it may still read from.
  struct Unit {
    std::uint32_t node;
    std::uint32_t event;
    std::uint32_t location;
    std::uint32_t thread;
    std::uint32_t own;     // the last own write to the location before it, kNone if none
    std::uint32_t source;  // kNone while there are several
    std::uint32_t candidates_begin;
    std::uint32_t candidates_end;
    std::uint32_t next;  // the next unit of the same node
    bool every_candidate_remote;
  };

  void build(const GoodWrites* good_writes);
  void build_chains();
  void build_tracks();
  void build_units(const GoodWrites* good_writes);
  void build_program_order();
  void add_unit(std::uint32_t step, std::uint32_t event, std::uint32_t location, std::uint32_t own,
                std::uint32_t source, const GoodWrites* good_writes);
  void fix_source(Unit& unit);
  void add_edge(std::uint32_t from, std::uint32_t to, Rule rule, std::uint32_t read);
  bool sort();
  Reason single_read() const;

  template <class T>
  Outcome saturate(const Budget& budget);
  template <class T>
  void propagate();
  template <class T>
  void look_again();
  template <class T>
  bool visit(std::uint32_t node);
  template <class T>
  bool apply_write_rules(std::uint32_t node, std::uint32_t write);
  template <class T>
  bool apply_read_rules(Unit& unit);
  template <class T>
  bool filter_candidates(Unit& unit);
  template <class T>
  void apply_good_write_rules(Unit& unit);
  template <class T>
  bool possible(const Unit& unit, std::uint32_t write) const;
  template <class T>
  bool precedes(std::uint32_t write, std::uint32_t node) const;
  template <class T>
  T* row(std::uint32_t node);
  template <class T>
  const T* row(std::uint32_t node) const;
  std::uint32_t latest(const Track& track, std::uint32_t position) const;

  std::uint32_t write_node(std::uint32_t write) const {
    const Write& w = instance_->writes[write];
    return w.buffer == kNone ? w.step : step_count_ + w.step;
  }

  const Instance* instance_ = nullptr;
  std::uint32_t step_count_ = 0;
  std::uint32_t chains_ = 0;
  std::uint32_t width_ = 0;          // of a row, in entries
  std::vector<std::uint32_t> rows_;  // by node; kNone where there is no node
  std::uint32_t row_count_ = 0;
  std::vector<std::uint32_t> chain_;        // by node; kNone for store-store fence nodes
  std::vector<std::uint32_t> position_;     // by node: its place on its chain, from 1
  std::vector<std::int16_t> small_clocks_;  // by row: how much of each chain comes before it
  std::vector<std::int32_t> large_clocks_;
  std::vector<std::uint32_t> pred_head_;  // by node
  std::vector<Edge> edges_;
  std::vector<Track> tracks_;               // location by location
  std::vector<std::uint32_t> track_begin_;  // locations + 1
  std::vector<std::uint32_t> track_positions_;
  std::vector<std::uint32_t> track_writes_;
  std::vector<Unit> units_;
  std::vector<std::uint32_t> unit_head_;  // by node
  std::vector<std::uint32_t> candidates_;
  std::vector<std::uint32_t> readers_head_;  // by write: the last reading unit of each thread
  std::vector<Link> readers_;
  std::vector<std::uint32_t> order_;    // nodes, topologically
  std::vector<std::uint32_t> place_;    // by node: its place in order_
  std::vector<std::uint32_t> changed_;  // by node: the last round in which its row grew
  std::vector<std::uint8_t> dirty_;     // by node: has to be looked at in this round
  std::vector<std::uint32_t> later_;    // nodes to be looked at in the next round
  std::vector<std::uint32_t> degree_, succ_begin_, succ_;  // scratch of sort()
  std::vector<std::uint32_t> scratch_;
  std::uint32_t round_ = 0;
  std::uint64_t edges_added_ = 0;
  bool resort_ = false;
  bool pending_ = false;  // something is left for the next round
  std::uint32_t unresolved_ = 0;
  std::uint32_t refuted_unit_ = kNone;
  std::vector<EventId> reads_from_;
  Constraints constraints_;
  Ranks ranks_;
};

}  // namespace overtake::consistency
