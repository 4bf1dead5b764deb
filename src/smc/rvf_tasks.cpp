#include "smc/rvf_tasks.h"

#include <algorithm>

#include "smc/estimate.h"

namespace overtake::smc {

namespace {

constexpr std::uint32_t kOutside = 0x80000000u;  // beside a choice

void put_parts(WordWriter& out, const consistency::ReadParts& parts) {
  out.put(static_cast<std::uint32_t>(parts.size()));
  for (const consistency::ReadPart& part : parts) {
    out.put(part.begin);
    out.put(part.end);
    out.put(static_cast<std::uint32_t>(part.good.size()));
    for (const EventId w : part.good) out.put(position_of(w));
  }
}

consistency::ReadParts get_parts(WordReader& in) {
  consistency::ReadParts parts;
  for (std::uint32_t n = in.get_count(); n > 0; --n) {
    consistency::ReadPart part;
    part.begin = in.get();
    part.end = in.get();
    for (const std::uint32_t w : in.get_words()) part.good.push_back(event_of(w));
    parts.push_back(std::move(part));
  }
  return parts;
}

// Which of the item's shared objects it is, added to them if there is one.
void put_shared(WordWriter& out, WorkItem& item, const std::shared_ptr<JoinPoint>& join) {
  out.put(join ? static_cast<std::uint32_t>(item.shared.size()) : kNoWord);
  if (join) item.shared.push_back(join);
}

void put_threads(WordWriter& out, std::span<const ThreadId> threads) {
  out.put(static_cast<std::uint32_t>(threads.size()));
  for (const ThreadId t : threads) out.put(t.value);
}

}  // namespace

// --- giving work away ----------------------------------------------------------------------------

void RvfTasks::share(bool always) {
  for (std::uint32_t i = base_ == 0 ? 0 : base_ - 1; i < stack_.depth; ++i) {
    if (explored_below(i) < kWorthGiving && !always) return;
    const std::size_t groups = stack_.nodes[i].groups.size();
    const std::size_t given = i + 1 == stack_.depth ? groups / 2 : (groups + 1) / 2;
    if (given != 0) return give(i, given);
  }
}

// How large its values are, as far as one knows: the last one, or what there is of this one.
std::uint64_t RvfTasks::explored_below(std::uint32_t index) const {
  const std::uint32_t child = index + 1;
  const std::uint64_t last = child < last_size_.size() ? last_size_[child] : kWorthGiving;
  const std::uint64_t now =
      child < stack_.depth ? progress_.executions() - stack_.nodes[child].entered_at : 0;
  return std::max(last, now);
}

// The last `given` values of a node become a work item.
void RvfTasks::give(std::uint32_t index, std::size_t given) {
  RvfNode& node = stack_.nodes[index];
  if (!node.join) node.join = std::make_shared<Join>();
  node.join->expect_one();
  const auto middle = node.groups.end() - static_cast<std::ptrdiff_t>(given);
  std::vector<RvfGroup> kept(std::make_move_iterator(node.groups.begin()),
                             std::make_move_iterator(middle));
  node.groups.erase(node.groups.begin(), middle);
  WorkItem item = pack(index + 1, false);
  node.groups = std::move(kept);
  progress_.pool()->give(std::move(item));
}

// The values that were given to this worker are explored. Their owner may have been waiting.
void RvfTasks::report_to_join_point() {
  Join::Report report;
  for (std::uint32_t i = 0; i < stack_.depth; ++i)
    if (stack_.nodes[i].backtrack) report.signalled.push_back(i);
  report.fruitful = stack_.nodes[stack_.depth - 1].fruitful;
  result_.finished = true;
  const std::shared_ptr<JoinPoint> join_point = std::move(join_point_);
  if (std::optional<WorkItem> rest = join_point->arrive(report))
    progress_.pool()->keep(std::move(*rest));
}

bool RvfTasks::await_values(RvfNode& node) {
  if (node.join && !rejoin(node)) return false;
  const bool base = join_point_ && stack_.depth == base_;  // its values were given to us
  if (base) report_to_join_point();
  return !base;
}

// True: all tasks have ended. Otherwise what is left is deposited for the last of them, and what
// others can do is given to them.
bool RvfTasks::rejoin(RvfNode& node) {
  for (std::uint32_t i = base_ == 0 ? 0 : base_ - 1; i + 1 < stack_.depth; ++i)
    if (!stack_.nodes[i].groups.empty()) give(i, stack_.nodes[i].groups.size());
  const std::shared_ptr<Join> join = std::move(node.join);
  const std::optional<Join::Report> report = join->wait(rest());
  if (!report) return false;
  for (const std::uint32_t depth : report->signalled) stack_.nodes[depth].backtrack = true;
  node.fruitful = node.fruitful || report->fruitful;
  return true;
}

// --- how much there is ---------------------------------------------------------------------------

void RvfTasks::note_left() {
  last_size_.resize(std::max<std::size_t>(last_size_.size(), stack_.depth), kWorthGiving);
  last_size_[stack_.depth - 1] = progress_.executions() - stack_.top().entered_at;
}

// A guess between two: the values that are left of a read are as large as those that were explored;
// and so are the node's other reads, if they have to be tried, or there is nothing in them.
double RvfTasks::estimated_executions() const {
  return between_guesses(guess_from_nodes(false), guess_from_nodes(true));
}

double RvfTasks::guess_from_nodes(bool other_reads) const {
  const auto done = static_cast<double>(progress_.executions());
  double rest = 0;  // of what is under way
  for (std::uint32_t i = stack_.depth; i-- > 0;) {
    const RvfNode& node = stack_.nodes[i];
    const bool has_child = i + 1 < stack_.depth;
    double size =
        rest + (has_child ? done - static_cast<double>(stack_.nodes[i + 1].entered_at) : 0);
    if (i + 1 < last_size_.size() && last_size_[i + 1] != kWorthGiving)
      size = has_child ? (size + static_cast<double>(last_size_[i + 1])) / 2
                       : static_cast<double>(last_size_[i + 1]);
    rest += size * static_cast<double>(node.groups.size());
    if (other_reads && node.backtrack) rest += size * static_cast<double>(node.mutate.size());
  }
  return done + rest;
}

// --- writing a task ------------------------------------------------------------------------------

// The first nodes with everything that is left to do there; or the last one with its values, for a
// task that reports to its join.
WorkItem RvfTasks::pack(std::uint32_t nodes, bool everything) const {
  WorkItem item;
  WordWriter out(item.words);
  out.put(nodes);
  out.put(everything ? base_ : nodes);
  put_shared(out, item, everything ? join_point_ : stack_.nodes[nodes - 1].join);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    const bool last = i + 1 == nodes;
    put_node(out, item, stack_.nodes[i], everything, everything || last);
    if (!last) put_child(out, i);
  }
  return item;
}

void RvfTasks::put_node(WordWriter& out, WorkItem& item, const RvfNode& node, bool everything,
                        bool with_groups) const {
  out.put(node.causal);
  out.put(node.current.value);
  out.put((everything && node.backtrack ? 1u : 0u) | (everything && node.fruitful ? 2u : 0u));
  put_shared(out, item, everything ? node.join : nullptr);
  put_threads(out, everything ? std::span(node.mutate) : std::span<const ThreadId>());
  if (with_turns_) put_threads(out, node.turns);
  out.put(with_groups ? static_cast<std::uint32_t>(node.groups.size()) : 0);
  if (with_groups)
    for (const RvfGroup& group : node.groups) put_group(out, group);
}

// The value of the child of that node, and the order in which it was found.
void RvfTasks::put_child(WordWriter& out, std::uint32_t index) const {
  const Position read = stack_.nodes[index].length;
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
  const StepOrder& extended = stack_.nodes[index + 1].order;
  const auto steps = std::ranges::count_if(extended, [&](auto s) { return s.position() <= read; });
  out.put(static_cast<std::uint32_t>(steps));
  for (const RunStep step : extended)
    if (step.position() <= read) out.put(step.word());
}

void RvfTasks::put_group(WordWriter& out, const RvfGroup& group) const {
  out.put64(group.value.lo);
  out.put64(group.value.hi);
  out.put(group.value.undefined);
  out.put(group.good);
  out.put(group.choice | (group.outside ? kOutside : 0u));
  if (careful_) put_parts(out, group.parts);
}

// --- reading a task ------------------------------------------------------------------------------

std::uint32_t RvfTasks::get_begin(WordReader& in, const WorkItem& item) {
  const std::uint32_t nodes = in.get_count();
  base_ = in.get();
  const std::uint32_t join_point = in.get();
  join_point_ = join_point == kNoWord
                    ? nullptr
                    : std::static_pointer_cast<JoinPoint>(item.shared.at(join_point));
  return nodes;
}

void RvfTasks::get_node(WordReader& in, const WorkItem& item, RvfNode& node) const {
  node.entered_at = progress_.executions();
  const std::span<const std::uint32_t> causal = in.get_words();
  const std::size_t threads = node.causal.size();
  node.causal.assign(causal.begin(), causal.end());
  node.causal.resize(std::max(causal.size(), threads), RvfNode::kUndefined);
  const std::uint32_t current = in.get();
  if (current != ThreadId::none().value) node.current = ThreadId{current};
  const std::uint32_t flags = in.get();
  node.backtrack = (flags & 1) != 0;
  node.fruitful = (flags & 2) != 0;
  const std::uint32_t join = in.get();
  if (join != kNoWord) node.join = std::static_pointer_cast<Join>(item.shared.at(join));
  for (const std::uint32_t t : in.get_words()) node.mutate.push_back(ThreadId{t});
  if (with_turns_)
    for (const std::uint32_t t : in.get_words()) node.turns.push_back(ThreadId{t});
  for (std::uint32_t n = in.get_count(); n > 0; --n) node.groups.push_back(get_group(in));
}

RvfGroup RvfTasks::get_group(WordReader& in) const {
  RvfGroup group;
  group.value.lo = in.get64();
  group.value.hi = in.get64();
  group.value.undefined = static_cast<std::uint16_t>(in.get());
  const std::span<const std::uint32_t> good = in.get_words();
  group.good.assign(good.begin(), good.end());
  const std::uint32_t choice = in.get();
  group.choice = choice & ~kOutside;
  group.outside = (choice & kOutside) != 0;
  if (careful_) group.parts = get_parts(in);
  return group;
}

RvfTasks::Child RvfTasks::get_child(WordReader& in) const {
  Child child;
  child.choice = in.get();
  const std::span<const std::uint32_t> good = in.get_words();
  child.good.assign(good.begin(), good.end());
  if (careful_) child.parts = get_parts(in);
  for (const std::uint32_t word : in.get_words()) child.order.push_back(RunStep::from_word(word));
  return child;
}

void RvfTasks::get_report(WordReader& in) {
  if (in.at_end()) return;
  for (const std::uint32_t depth : in.get_words()) stack_.nodes[depth].backtrack = true;
  if (in.get() != 0) stack_.top().fruitful = true;
}

}  // namespace overtake::smc
