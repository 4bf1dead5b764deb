// RVF-SMC (RVF §5, algorithm 2): model checking up to reads-value-from equivalence, here under SC,
// TSO and PSO.
//
// At most one maximal execution is visited for each RVF class: the events, the value of each, and
// the causal order of the reads. A node of the exploration is a set of events X in which each read
// is bound to its good writes, those that write the value it was given, with a witness. It is
// extended by everything that does not read (line 1); then each read that is enabled is given each
// value that a visible write offers (lines 13-28). Executions in which the first reads of a node
// obtain its writes are explored there, so the later reads leave them out: the causal maps of the
// first reads forbid the writes that the node has (line 30). If nothing below a read ever wrote to
// its location, the node's other reads need not be tried at all (the backtrack signal).
// docs/rvf-smc.md has the argument for each model.
#pragma once

#include <array>
#include <chrono>
#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/random.h"
#include "base/words.h"
#include "smc/byte_cells.h"
#include "smc/check.h"
#include "smc/classes.h"
#include "smc/current_execution.h"
#include "smc/endings.h"
#include "smc/equal_groups.h"
#include "smc/execution_races.h"
#include "smc/hangs.h"
#include "smc/hidden_writes.h"
#include "smc/needs.h"
#include "smc/possible_writers.h"
#include "smc/progress.h"
#include "smc/put_backs.h"
#include "smc/renamings.h"
#include "smc/rvf_instance.h"
#include "smc/rvf_node.h"
#include "smc/work_pool.h"

namespace overtake::smc {

// What tells two executions apart: the values that reads obtain, or the writes they obtain them
// from.
enum class Groups : std::uint8_t { ByValue, BySource };

class RvfExplorer final : public Explorer {
 public:
  RvfExplorer(const exec::Executor& executor, const CheckOptions& options, CheckResult& result,
              Groups groups = Groups::ByValue, bool careful = false);

  // Of executions that differ only in which of several equal threads did what, visits one. Before
  // it begins. Throws NotEqual, and so do the others from then on.
  void visit_equal_threads_once();
  // The groups of equal threads, at the end of an execution.
  void collect_groups(std::vector<std::vector<ThreadId>>& groups) const;

  void explore() override;

  void join(WorkPool& pool) override;
  bool resume(const WorkItem& item) override;
  void share_work() override;
  WorkItem rest() const override;
  void settle(std::uint64_t, bool) override {}  // it claims nothing
  double estimated_executions() const override;
  void conclude() override { progress_.conclude(*this, execution_); }

  // For estimates: the number of leaves of the tree of nodes, as one random way makes it look; 0 if
  // it ends nowhere. None: it was interrupted, or took too long. `learns`: the way goes where
  // executions are for sure.
  std::optional<double> take_random_way(Random& random, bool learns,
                                        std::chrono::steady_clock::time_point end);

  // Called with a run of each maximal execution, for tests. Costs time.
  std::function<void(const memory::Schedule&, const memory::ThreadNames&)> on_execution;
  std::function<void(const Stuck&)> on_stuck;      // ... before that, each way to wait for ever
  std::function<void(const ClassName&)> on_class;  // by source only

 private:
  using Node = RvfNode;
  using Group = RvfGroup;
  using Pending = RvfPending;
  using Next = RvfPending::Next;
  static constexpr std::uint32_t kUndefined = RvfNode::kUndefined;
  static constexpr std::uint32_t kNowhere = RvfPending::kNowhere;

  // --- the main loop (rvf_explorer.cpp)
  void begin();
  bool enter(std::uint32_t first_new);  // false: interrupted
  bool extend();
  Node& open_node();
  void start(Node& node) const;
  Position execute(ThreadId t, std::span<const Position> good, std::uint32_t choice, bool extends,
                   const consistency::ReadParts& parts = {});
  void signal(std::uint32_t first_new);
  void send(std::uint32_t location, ThreadId thread, Position from, bool to_writers_only);
  bool comes_later(const Node& node, ThreadId t, std::uint32_t location) const;
  void collect_reads(Node& node);
  bool next_read(Node& node);
  bool signals_suffice(const Node& node) const;
  bool may_have_to_wait(const Node& node);
  void note_mutated(std::uint32_t depth);
  bool next_value(Node& node);  // false: interrupted
  void leave();
  double guess_from_nodes(bool other_reads) const;
  void judge_ways_to_hang(std::span<const ThreadId> waiting, std::optional<Stuck> stuck);
  bool finish_leaf();
  void cut_back(std::uint32_t length);

  // --- atomic sections (rvf_sections.cpp)
  bool is_blind(ThreadId t);
  void demand_access(const exec::Op& op) const;
  ThreadId find_open_section() const;
  ThreadId inside(const Node& node) const {
    return node.entry == kUndefined ? ThreadId::none() : nodes_[node.entry].current;
  }
  StepOrder::iterator place_for(ThreadId t, StepOrder& order) const;
  bool splits_section(const StepOrder& order, std::uint32_t i) const;
  bool place_in_section(const Node& node, const Group& group, StepOrder& order);
  bool extend_section(ThreadId t);
  bool updates(Position read) const;
  bool only_source(Position read, Position& source) const;
  bool is_overtaken(ThreadId t) const;
  bool was_explored(const Node& parent) const;
  bool was_cut_short(const Node& parent);
  void judge_before_sections();
  void judge_in_section(ThreadId t);
  bool in_or_at_section(const Node& node) const;
  bool agrees_with_section(ThreadId t, std::uint32_t location, Position write) const;
  void signal_section(ThreadId t);

  // --- sections that have to wait (rvf_stuck.cpp)
  static bool waits_for_events(const exec::Op& op);
  std::vector<Position> awaited(ThreadId t);
  void collect_waits(Node& node);
  bool judge_stuck(Node& node, const Group& group);
  ThreadId failed_in_section(ThreadId t) const;
  void report_stuck(ThreadId t, Position from, std::span<const Position> awaited);

  // --- equal threads once (rvf_equal.cpp)
  void note_for_equality(Position p, std::span<const Position> good);
  std::uint64_t count_renamings(bool hangs);
  bool merges_values() const;

  // --- random ways, for estimates (rvf_probe.cpp)
  void learn_writes();
  bool may_find_new(const Node& node, ThreadId t) const;
  struct Child {
    std::uint32_t read = 0;  // which of the node's, in the order in which they are taken up
    double leaves = 0;       // below it, as far as is known
    Group group;
  };
  struct Taken {
    std::uint32_t read = 0;
    double probability = 1;
  };
  struct Below {
    double ways = 0;
    double leaves = 0;
  };
  static constexpr std::size_t kReads = 16;  // that are told apart
  bool take_random_child(Node& node, bool first_read, Random& random);
  double leaves_below(std::uint32_t read) const;
  bool is_hopeless(const Node& node, std::span<const ThreadId> reads) const;

  // --- working with others (rvf_share.cpp)
  static constexpr std::uint64_t kWorthGiving = 100;  // executions
  std::uint64_t explored_below(std::uint32_t index) const;
  void give(std::uint32_t index, std::size_t groups);
  void report_to_join_point();
  bool await_values(Node& node);
  bool rejoin(Node& node);
  WorkItem pack(std::uint32_t nodes, bool everything) const;
  void get_node(WordReader& in, const WorkItem& item);

  // --- what a read may obtain (rvf_values.cpp)
  Pending next_of(ThreadId t);
  void demand_chain(const Reader& reader, const exec::Op& op);
  void demand_alone(Position write);
  bool is_link(Position write) const;
  // Calls visit(write) for each write that the next operation of t may obtain.
  template <class Visit>
  void visit_sources(const Node& node, ThreadId t, Visit visit);
  bool has_value(const Node& node, ThreadId t);
  // Whether it may have to wait for a value, and whether it has to with this one.
  bool may_wait(ThreadId t) const {
    if (arrives(t)) return false;  // also in a loop that may wait: its causal map is about rounds
    return (execution_.thread(t).may_wait() && t != inside_ && !options_.races) ||
           is_await(execution_.thread(t).next()) ||
           (careful_ && may_block(execution_.thread(t).next()));
  }
  bool has_to_wait(ThreadId t, const exec::Value& value, Position source = kInitial) {
    // A round without effect may race: it is left out only if races are not looked for.
    return exec::apply(execution_.thread(t).next(), value, t).blocked ||
           (t != inside_ && !options_.races && put_backs_.futile(t, value, source));
  }
  void collect_values(Node& node);
  void locate_read(Node& node);
  void add_value(Node& node, Position write);
  bool taken(std::uint32_t location, Position write) const;
  bool forbidden(const Node& node, ThreadId t, Position write) const;

  // --- realizing (rvf_realize.cpp)
  bool realize(const Node& node, const Group& group, StepOrder& order);
  bool append(const Node& node, const Group& group, StepOrder& order) const;
  bool repair(const Node& node, const Group& group, EventKind kind, StepOrder& order) const;
  bool verify(const Node& node, const Group& group, EventKind kind, StepOrder& order);
  bool ask(const StepOrder& hint, std::span<const Position> at_the_end, StepOrder& order);

  // --- bytes and rounds (rvf_careful.cpp)
  // What a read may obtain for one of its cells: writes with the same bytes, or one write.
  struct CellGroup {
    exec::Value value;
    std::vector<Position> good;
  };
  // The groups of a cell: of the writes that the causal map forbids, of the others, and of all.
  struct CellSources {
    Cell cell;
    std::vector<CellGroup> inside, outside, all;
  };
  struct TornSearch;
  bool is_torn(std::uint32_t location) const {
    return careful_ && locations_.overlapping(location).size() > 1;
  }
  bool arrives(ThreadId t) const;
  bool round_is_forbidden(ThreadId t, std::uint32_t depth);
  void demand_barrier(const exec::Op& op, std::uint32_t location) const;
  std::vector<CellSources> sources_by_cell(const Node& node, ThreadId t) const;
  void add_to_cell(std::vector<CellGroup>& groups, std::uint32_t location, const Cell& cell,
                   Position write) const;
  bool has_agreeing_sources(const TornSearch& search) const;
  void choose_cell(TornSearch& search, bool outside);
  // Calls visit(group) for each group of the torn read that t does next.
  void visit_torn(const Node& node, ThreadId t, const std::function<void(Group)>& visit);
  CurrentExecution::Torn torn_read(ThreadId t, const consistency::ReadParts& parts);
  std::vector<Position> bytes_after(std::span<const RunStep> order, std::uint32_t location) const;
  void put_bytes(RunStep step, std::uint32_t location, std::vector<Position>& bytes) const;
  bool obtains(const Group& group, std::span<const Position> bytes) const;
  bool append_torn(const Node& node, const Group& group, StepOrder& order) const;
  bool repair_torn(const Node& node, const Group& group, EventKind kind, StepOrder& order) const;
  static void put_parts(WordWriter& out, const consistency::ReadParts& parts);
  static consistency::ReadParts get_parts(WordReader& in);

  // --- nodes without a future (rvf_doomed.cpp)
  struct Waiting {
    ThreadId thread;
    std::uint32_t location = 0;
  };
  bool waits_for_new_write(ThreadId t, const Pending& read, std::uint32_t depth);
  bool waits_for_nothing(const Node& node, std::span<const Pending> pending, ThreadId without);
  void signal_what_may_move();
  bool doomed(const Node& node, std::span<const Pending> pending);
  bool is_redundant(Node& node, const Group& group);

  // --- lifetimes (rvf_lifetimes.cpp)
  struct Violation {
    std::size_t steps = 0;  // of the order, the violation included; 0: there is none
    Position at = kInitial;
    SlotId object;
    bool twice = false;  // a second free
  };
  bool judge_lifetimes();
  bool order_with(std::span<const std::pair<Position, Position>> edges, StepOrder& order);
  Violation first_violation(const StepOrder& order) const;
  void report_violation(const StepOrder& order, const Violation& violation);
  exec::Error lifetime_error(Position p, SlotId object, bool twice) const;

  const exec::Executor& executor_;
  const CheckOptions& options_;
  CheckResult& result_;
  Statistics& statistics_;
  const Groups by_;
  const bool careful_;
  CurrentExecution execution_;
  const Trace& trace_ = execution_.trace();
  const std::vector<ThreadStates>& threads_ = execution_.threads();
  const Locations& locations_ = execution_.locations();
  const memory::ThreadNames& names_ = execution_.names();
  const std::vector<std::pair<SlotId, Position>>& ended_ = execution_.lifetimes().ended();
  StepOrder& sigma_ = execution_.sigma;
  std::vector<Position>& last_write_ = execution_.last_write;
  HiddenWrites hidden_;
  RvfInstance instance_;
  ByteCells cells_;
  PossibleWriters writers_;
  PutBacks put_backs_;
  Progress progress_;
  Hangs hangs_;
  Endings endings_;
  ExecutionRaces races_;
  consistency::Verifier verifier_;
  consistency::VerifyOverlaps overlaps_;

  RvfStack stack_;
  std::vector<Node>& nodes_ = stack_.nodes;
  std::uint32_t& depth_ = stack_.depth;
  std::shared_ptr<JoinPoint> join_point_;  // of the work item; none: the whole exploration
  std::vector<std::uint64_t>
      last_size_;           // by depth: executions below the last node that was left there
  std::uint32_t base_ = 0;  // ... the last of the first so many nodes
  std::vector<std::vector<std::uint32_t>> mutated_;  // by location: the nodes whose read is there
  // By thread: what decides when its read is taken up. The largest is the first.
  struct Rank {
    bool first_time = false;
    std::size_t writes = 0;     // to its location
    std::uint32_t lagging = 0;  // the larger, the fewer events the thread has
    std::uint32_t turn = 0;     // the larger, the smaller its number
    friend auto operator<=>(const Rank&, const Rank&) = default;
  };
  std::vector<Rank> ranks_;
  std::vector<Pending> pending_;  // by thread, at the end of τ
  bool sections_ = false;         // a section has been met
  ThreadId inside_;               // the thread that is in one, at the end of τ
  bool impossible_ = false;       // no run has what it did there
  bool unsettled_ = false;        // sigma_ need not be a run yet
  std::vector<bool> chain_;       // by location: operations take turns there

  std::vector<Waiting> waiting_;  // scratch of doomed()
  std::vector<ThreadId> moving_;

  std::vector<Taken> way_;                        // the random way, by depth
  std::vector<std::array<Below, kReads>> below_;  // what was found, by depth and read
  std::vector<std::vector<std::uint32_t>>
      written_until_;  // by location, by thread: the number of its last event seen to write, plus 1

  std::optional<EqualGroups> equal_;  // none: all threads are different
  std::optional<Renamings> renamings_;
  bool must_meet_equals_ = false;  // two of them, before the first execution ends

  Witness hint_;
  bool appended_ = false;  // the order last realized is that of the node, and the read
};

}  // namespace overtake::smc
