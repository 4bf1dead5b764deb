// Work sharing: RVF exploration in tasks.
//
// The values of a node's read are explored independently of each other: a child's subtree depends
// on the nodes above it only by their causal maps, which stay as they are meanwhile. The result is
// which nodes were signalled to, and that decides what the node does when all its values are
// explored. So values can be given away, and their owner waits for them at a Join (join.h).
// Everything below a node is a function of the node: the executions are the same, whichever worker
// explores them.
//
// A task is the stack of nodes, each with the value that leads to the next one. Executing it again
// gives τ and everything that is in it: extensions are determined by what comes before them.
#include <algorithm>

#include "smc/rvf_explorer.h"

namespace overtake::smc {

namespace {

constexpr std::uint32_t kOutside = 0x80000000u;  // beside a choice

void put_value(WordWriter& out, const exec::Value& value) {
  out.put64(value.lo);
  out.put64(value.hi);
  out.put(value.undefined);
}

}  // namespace

// The values of the shallowest node that has some left. Its owner keeps something to do.
void RvfExplorer::share_work() {
  for (std::uint32_t i = base_ == 0 ? 0 : base_ - 1; i < depth_; ++i) {
    if (explored_below(i) < kWorthGiving && options_.alone.count() != 0) return;
    const std::size_t groups = nodes_[i].groups.size();
    const std::size_t given = i + 1 == depth_ ? groups / 2 : (groups + 1) / 2;
    if (given != 0) return give(i, given);
  }
}

// How large its values are, as far as one knows: the last one, or what there is of this one.
std::uint64_t RvfExplorer::explored_below(std::uint32_t index) const {
  const std::uint32_t child = index + 1;
  const std::uint64_t last = child < last_size_.size() ? last_size_[child] : kWorthGiving;
  const std::uint64_t now = child < depth_ ? progress_.executions() - nodes_[child].entered_at : 0;
  return std::max(last, now);
}

// The last `given` values of a node become a work item.
void RvfExplorer::give(std::uint32_t index, std::size_t given) {
  Node& node = nodes_[index];
  if (!node.join) node.join = std::make_shared<Join>();
  node.join->expect_one();
  const auto middle = node.groups.end() - static_cast<std::ptrdiff_t>(given);
  std::vector<Group> kept(std::make_move_iterator(node.groups.begin()),
                          std::make_move_iterator(middle));
  node.groups.erase(node.groups.begin(), middle);
  WorkItem item = pack(index + 1, false);
  node.groups = std::move(kept);
  progress_.pool()->give(std::move(item));
}

// The values that were given to this worker are explored. Their owner may have been waiting.
void RvfExplorer::report_to_join_point() {
  Join::Report report;
  for (std::uint32_t i = 0; i < depth_; ++i)
    if (nodes_[i].backtrack) report.signalled.push_back(i);
  report.fruitful = nodes_[depth_ - 1].fruitful;
  result_.finished = true;
  const std::shared_ptr<JoinPoint> join_point = std::move(join_point_);
  if (std::optional<WorkItem> rest = join_point->arrive(report))
    progress_.pool()->keep(std::move(*rest));
}

// All values of the node's read are explored, or given away. False: this explorer does not continue
// with the node; the last of those that explore values below it will.
bool RvfExplorer::await_values(Node& node) {
  if (node.join && !rejoin(node)) return false;
  const bool base = join_point_ && depth_ == base_;  // its values were given to us
  if (base) report_to_join_point();
  return !base;
}

// True: all tasks have ended. Otherwise what is left is deposited for the last of them, and what
// others can do is given to them.
bool RvfExplorer::rejoin(Node& node) {
  for (std::uint32_t i = base_ == 0 ? 0 : base_ - 1; i + 1 < depth_; ++i)
    if (!nodes_[i].groups.empty()) give(i, nodes_[i].groups.size());
  const std::shared_ptr<Join> join = std::move(node.join);
  const std::optional<Join::Report> report = join->wait(rest());
  if (!report) return false;
  for (const std::uint32_t depth : report->signalled) nodes_[depth].backtrack = true;
  node.fruitful = node.fruitful || report->fruitful;
  return true;
}

WorkItem RvfExplorer::rest() const { return pack(depth_, true); }

// The first nodes with everything that is left to do there; or the last one with its values, for a
// task that reports to its join.
WorkItem RvfExplorer::pack(std::uint32_t nodes, bool everything) const {
  WorkItem item;
  WordWriter out(item.words);
  const auto put_shared = [&](const std::shared_ptr<JoinPoint>& join) {
    out.put(join ? static_cast<std::uint32_t>(item.shared.size()) : kNoWord);
    if (join) item.shared.push_back(join);
  };
  out.put(nodes);
  out.put(everything ? base_ : nodes);
  put_shared(everything ? join_point_ : nodes_[nodes - 1].join);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    const Node& node = nodes_[i];
    const bool last = i + 1 == nodes;
    out.put(node.causal);
    out.put(node.current.value);
    out.put((everything && node.backtrack ? 1u : 0u) | (everything && node.fruitful ? 2u : 0u));
    put_shared(everything ? node.join : nullptr);
    out.put(everything ? static_cast<std::uint32_t>(node.mutate.size()) : 0);
    if (everything)
      for (const ThreadId t : node.mutate) out.put(t.value);
    if (equal_) {
      out.put(static_cast<std::uint32_t>(node.turns.size()));
      for (const ThreadId t : node.turns) out.put(t.value);
    }
    const bool with_groups = everything || last;
    out.put(with_groups ? static_cast<std::uint32_t>(node.groups.size()) : 0);
    if (with_groups) {
      for (const Group& group : node.groups) {
        put_value(out, group.value);
        out.put(group.good);
        out.put(group.choice | (group.outside ? kOutside : 0u));
        if (careful_) put_parts(out, group.parts);
      }
    }
    if (last) continue;
    // The value of the child, and the order in which it was found.
    const Position read = node.length;
    out.put(trace_[read].choice);
    if (!instance_.is_read(read)) {
      out.put(0);
    } else {
      const auto& good = instance_.good_of(read);
      out.put(static_cast<std::uint32_t>(good.size()));
      for (const EventId w : good) out.put(position_of(w));
    }
    if (careful_)
      put_parts(out, instance_.parts()[read].size() > 1 ? instance_.parts()[read]
                                                        : consistency::ReadParts{});
    const StepOrder& extended = nodes_[i + 1].order;
    const auto steps =
        std::ranges::count_if(extended, [&](auto s) { return s.position() <= read; });
    out.put(static_cast<std::uint32_t>(steps));
    for (const RunStep step : extended)
      if (step.position() <= read) out.put(step.word());
  }
  return item;
}

bool RvfExplorer::resume(const WorkItem& item) {
  if (execution_.empty()) begin();
  must_meet_equals_ = false;
  cut_back(0);
  sigma_.clear();
  execution_.note_last_writes();
  for (auto& nodes : mutated_) nodes.clear();
  depth_ = 0;
  unsettled_ = false;  // the last item may have been left in the middle
  WordReader in(item.words);
  const std::uint32_t nodes = in.get_count();
  base_ = in.get();
  const std::uint32_t join_point = in.get();
  join_point_ = join_point == kNoWord
                    ? nullptr
                    : std::static_pointer_cast<JoinPoint>(item.shared.at(join_point));
  for (std::uint32_t i = 0; i < nodes; ++i) {
    if (!extend() || progress_.interrupted()) return false;  // perhaps halfway
    if (depth_ == nodes_.size()) nodes_.emplace_back();
    start(nodes_[depth_++]);
    get_node(in, item);
    if (i + 1 == nodes) break;
    const std::uint32_t choice = in.get();
    const std::span<const std::uint32_t> good = in.get_words();
    const consistency::ReadParts parts = careful_ ? get_parts(in) : consistency::ReadParts{};
    sigma_.clear();
    for (const std::uint32_t word : in.get_words()) sigma_.push_back(RunStep::from_word(word));
    execute(nodes_[i].current, good, choice, false, parts);
    execution_.note_last_writes();
  }
  if (!in.at_end()) {
    for (const std::uint32_t depth : in.get_words()) nodes_[depth].backtrack = true;
    if (in.get() != 0) nodes_[depth_ - 1].fruitful = true;
  }
  return nodes != 0;
}

void RvfExplorer::get_node(WordReader& in, const WorkItem& item) {
  Node& node = nodes_[depth_ - 1];
  node.entered_at = progress_.executions();
  for (std::size_t i = 0; i < threads_.size(); ++i)
    node.counts[i] = execution_.started(ThreadId{i}) ? trace_.length(ThreadId{i}) : 0;
  const std::span<const std::uint32_t> causal = in.get_words();
  node.causal.assign(causal.begin(), causal.end());
  node.causal.resize(std::max(causal.size(), threads_.size()), kUndefined);
  const std::uint32_t current = in.get();
  if (current != ThreadId::none().value) {
    node.current = ThreadId{current};
    locate_read(node);
    note_mutated(depth_ - 1);
  }
  const std::uint32_t flags = in.get();
  node.backtrack = (flags & 1) != 0;
  node.fruitful = (flags & 2) != 0;
  const std::uint32_t join = in.get();
  if (join != kNoWord) node.join = std::static_pointer_cast<Join>(item.shared.at(join));
  for (const std::uint32_t t : in.get_words()) node.mutate.push_back(ThreadId{t});
  if (equal_) {
    for (const std::uint32_t t : in.get_words()) node.turns.push_back(ThreadId{t});
    if (node.current.valid()) collect_values(node);
    node.values = std::move(node.groups);
    node.groups.clear();
  }
  for (std::uint32_t n = in.get_count(); n > 0; --n) {
    Group group;
    group.value.lo = in.get64();
    group.value.hi = in.get64();
    group.value.undefined = static_cast<std::uint16_t>(in.get());
    const std::span<const std::uint32_t> good = in.get_words();
    group.good.assign(good.begin(), good.end());
    const std::uint32_t choice = in.get();
    group.choice = choice & ~kOutside;
    group.outside = (choice & kOutside) != 0;
    if (careful_) group.parts = get_parts(in);
    node.groups.push_back(std::move(group));
  }
}

}  // namespace overtake::smc
