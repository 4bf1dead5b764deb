// Work sharing: RF exploration in tasks.
//
// What is left to do is the stack of nodes: for each the prefix of τ that it stands for, and its
// plans. A plan of node k can be explored wherever its prefix can be executed again, and by any
// worker: it is a function of the node and of the mutation (X', RF') only. What makes each class be
// visited once is that no mutation of a node is planned twice. So all that workers have to agree on
// is what the nodes 0 to k know already, because below the plan mutations of all of them will be
// found; and that is shared from the moment on at which another worker explores below them. A plan
// for one of these nodes stays with the worker that found it: the prefix is there.
//
// Why the order in which plans are taken up does not matter: two plans of a node differ in the
// causal past of the node's event, which is fixed below each of them, so what is below them is
// disjoint; and a mutation that was found below a plan is found there whatever was explored before.
//
// A task is (τ, nodes): for each event its thread, source, choice, mark and node; for each node
// its prefix, what it knows, its plans.
#include <algorithm>

#include "smc/rf_explorer.h"

namespace overtake::smc {

namespace {

constexpr std::size_t kMostPlans = 1u << 13;  // some milliseconds to write down

}  // namespace

// Plans near the root are the largest: the shallowest nodes give theirs, half of all there are, but
// not so many that the idle worker has to wait for long.
void RfExplorer::share_work() {
  const bool samples = watch != nullptr && !watch->done();
  if (planned_ <= 1 || samples) return;
  const std::size_t count = std::min<std::size_t>((planned_ + 1) / 2, kMostPlans);
  std::uint32_t index = 0;
  std::size_t given = nodes_[0].plans.size();
  while (given < count) given += nodes_[++index].plans.size();
  for (std::uint32_t i = 0; i <= index; ++i)
    if (!nodes_[i].shared) nodes_[i].shared = progress_.pool()->share(nodes_[i].done);
  // The last of these nodes keeps what is more than that.
  std::vector<Plan>& plans = nodes_[index].plans;
  const auto middle = plans.begin() + static_cast<std::ptrdiff_t>(given - count);
  std::vector<Plan> kept(std::make_move_iterator(plans.begin()), std::make_move_iterator(middle));
  plans.erase(plans.begin(), middle);
  WorkItem item = pack(index + 1);
  for (std::uint32_t i = 0; i < index; ++i) nodes_[i].plans.clear();
  plans = std::move(kept);
  planned_ -= count;
  progress_.pool()->give(std::move(item));
}

void RfExplorer::settle(std::uint64_t claim, bool granted) {
  const auto found = std::ranges::find(claims_, claim, &Claim::id);
  Node& node = nodes_[found->node];
  --node.claims;
  if (granted) {
    node.plans.push_back(std::move(found->plan));
    ++planned_;
    statistics_.planned_peak = std::max(statistics_.planned_peak, planned_);
  }
  claims_.erase(found);
}

WorkItem RfExplorer::rest() const { return pack(node_count_); }

// The first nodes with their plans.
WorkItem RfExplorer::pack(std::uint32_t nodes) const {
  WorkItem item;
  WordWriter out(item.words);
  const std::uint32_t length = nodes == 0 ? 0 : nodes_[nodes - 1].prefix;
  out.put(length);
  for (Position p = 0; p < length; ++p) {
    const TraceEvent& e = trace_[p];
    const Name source = name_of(e.reads() ? e.source : kInitial);
    out.put(e.thread.value << 1 | (e.marked ? 1 : 0));
    out.put(source.thread().valid() ? source.thread().value << 16 | source.index() : kNoWord);
    out.put(e.choice);
    out.put(e.node);
  }
  out.put(nodes);
  for (std::uint32_t i = 0; i < nodes; ++i) {
    const Node& node = nodes_[i];
    out.put(node.prefix);
    out.put(node.shared ? static_cast<std::uint32_t>(item.shared.size()) : kNoWord);
    if (node.shared) item.shared.push_back(node.shared);
    // A worker in this process finds it there.
    const bool here = node.shared && !node.shared->is_far();
    out.put(here ? 0 : static_cast<std::uint32_t>(node.done.size()));
    if (!here) node.done.for_each([&](const Hash128& h) { out.put(h); });
    out.put(static_cast<std::uint32_t>(node.plans.size()));
    for (const Plan& plan : node.plans) put_plan(out, plan);
  }
  return item;
}

bool RfExplorer::resume(const WorkItem& item) {
  WordReader in(item.words);
  if (execution_.empty()) execution_.start();
  execution_.cut(0);
  node_count_ = 0;
  planned_ = 0;
  std::vector<Position> event_of_node;
  const std::uint32_t length = in.get_count();
  for (Position p = 0; p < length; ++p) {
    const std::uint32_t who = in.get();
    const std::uint32_t from = in.get();
    const std::uint32_t choice = in.get();
    const std::uint32_t node = in.get();
    const Position source =
        from == kNoWord ? kInitial : trace_.position(ThreadId{from >> 16}, from & 0xffff);
    TraceEvent& e = execution_.event(execution_.perform(ThreadId{who >> 1}, source, choice, false));
    if (progress_.interrupted()) return false;  // perhaps halfway
    e.marked = (who & 1) != 0;
    e.node = node;
    if (node == kNoNode) continue;
    if (node >= event_of_node.size()) event_of_node.resize(node + 1, kInitial);
    event_of_node[node] = p;
  }
  const std::uint32_t nodes = in.get_count();
  for (std::uint32_t i = 0; i < nodes; ++i) {
    Node& node = nodes_[new_node()];
    node.prefix = in.get();
    if (i < event_of_node.size()) node.event = event_of_node[i];
    const std::uint32_t shared = in.get();
    if (shared != kNoWord)
      node.shared = std::static_pointer_cast<KnownByAll>(item.shared.at(shared));
    for (std::uint32_t n = in.get_count(); n > 0; --n) node.done.insert(in.get_hash());
    const std::uint32_t plans = in.get_count();
    for (std::uint32_t n = 0; n < plans; ++n) node.plans.push_back(get_plan(in));
    planned_ += plans;
  }
  statistics_.planned_peak = std::max(statistics_.planned_peak, planned_);
  return take_up_next_plan();
}

void RfExplorer::put_plan(WordWriter& out, const Plan& plan) const {
  const auto put_event = [&](const PlannedEvent& e) {
    out.put(e.event.thread().value << 16 | e.event.index());
    out.put(e.source.thread().valid() ? e.source.thread().value << 16 | e.source.index() : kNoWord);
    out.put(e.choice);
  };
  out.put(static_cast<std::uint32_t>(plan.causes.size()));
  for (const PlannedEvent& e : plan.causes) put_event(e);
  out.put((plan.swapped ? 1u : 0u) | (plan.event ? 2u : 0u));
  if (plan.event) put_event(*plan.event);
  out.put(static_cast<std::uint32_t>(plan.order.size()));
  plan.order.for_each([&](RunStep step) { out.put(step.word()); });
}

RfExplorer::Plan RfExplorer::get_plan(WordReader& in) {
  const auto name = [](std::uint32_t packed) {
    return packed == kNoWord ? Name{ThreadId::none(), 0}
                             : Name{ThreadId{packed >> 16}, packed & 0xffff};
  };
  const auto get_event = [&] {
    const Name event = name(in.get());
    const Name source = name(in.get());
    return PlannedEvent{event, source, in.get()};
  };
  Plan plan;
  const std::uint32_t causes = in.get_count();
  plan.causes.reserve(causes);
  for (std::uint32_t n = 0; n < causes; ++n) plan.causes.push_back(get_event());
  const std::uint32_t flags = in.get();
  plan.swapped = (flags & 1) != 0;
  if ((flags & 2) != 0) plan.event = get_event();
  StepOrder order;
  for (const std::uint32_t word : in.get_words()) order.push_back(RunStep::from_word(word));
  plan.order = PlanOrder(std::move(order), shared_order_);
  return plan;
}

}  // namespace overtake::smc
