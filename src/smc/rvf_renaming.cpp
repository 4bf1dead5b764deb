// Equal threads once: of all executions that differ only in which of the equal threads did what,
// the first in the order of the exploration is visited.
//
// Without this, each execution C has one path through the tree of nodes: at a node, the first of
// its reads that obtains a write of the node, and its value. So has each renaming gC, and it can be
// read off C: what a thread t does in gC, the thread that g maps to t does in C. Where the two
// paths part, the one whose read is taken up earlier, or whose value is, comes earlier. A value for
// which some exchange of two threads makes every execution below it come earlier is not explored
// (`has_earlier_renaming`); at the end of an execution, all renamings are compared (`renamings`),
// which also tells how many there are.
//
// What would have been signalled from below a value that is not explored, is signalled from the
// earlier place, too, as long as the paths are the same and the node's own thread is not exchanged.
// All other nodes take it for signalled.
#include <algorithm>
#include <limits>
#include <numeric>

#include "smc/rvf_explorer.h"

namespace overtake::smc {

std::uint32_t RvfExplorer::count_in(const Node& node, ThreadId t) {
  return t.index() < node.counts.size() ? node.counts[t.index()] : 0;
}

// What the event number `index` of t obtained, or is about to. False: it is not there.
bool RvfExplorer::find_obtained(ThreadId t, std::uint32_t index, const Group* next) {
  obtained_.good.clear();
  if (index < trace_.length(t)) {
    const Position p = trace_.position(t, index);
    obtained_.choice = trace_[p].choice;
    const std::uint32_t read_class = good_writes_.read_class[p];
    if (read_class != GoodWrites::kNoClass)
      for (const EventId w : good_writes_.classes[read_class])
        obtained_.good.push_back(w == kInitialWrite ? kInitial : w.value);
    return true;
  }
  if (next == nullptr || nodes_[depth_ - 1].current != t || index != trace_.length(t)) return false;
  obtained_.good.assign(next->good.begin(), next->good.end());
  obtained_.choice = next->choice;
  return true;
}

// Where the node has this value, counted from the last one that is tried; none: it has not.
std::optional<std::size_t> RvfExplorer::find_value(const Node& node, Position write,
                                                   std::uint32_t choice) {
  for (std::size_t i = 0; i < node.values.size(); ++i) {
    const Group& group = node.values[i];
    if (group.choice == choice &&
        (group.good.empty() || std::ranges::find(group.good, write) != group.good.end()))
      return i;
  }
  return std::nullopt;
}

// Whether the renamed execution's next event of t at the node obtains something that the node has.
RvfExplorer::Answer RvfExplorer::reads_from_node(std::uint32_t level, ThreadId t, Renaming& g,
                                                 const Group* next, bool complete) {
  const Node& node = nodes_[level];
  const ThreadId original = g.preimage[t.index()];
  if (!original.valid()) {
    g.wanted = t;
    g.wants_image = false;
    return Answer::Open;
  }
  const std::uint32_t index = count_in(node, t);
  if (!find_obtained(original, index, next)) {
    if (complete) return Answer::No;
    // It is still to come; its causal map may say that it obtains something new.
    const std::vector<std::uint32_t>& causal = nodes_[depth_ - 1].causal;
    const std::uint32_t depth =
        original.index() < causal.size() ? causal[original.index()] : kUndefined;
    const bool is_next = index == trace_.length(original);
    const bool fixed = std::ranges::all_of(g.moved, [&](ThreadId m) {
      return count_in(node, m) == count_in(node, g.image[m.index()]);
    });
    return is_next && fixed && depth != kUndefined && depth >= level ? Answer::No : Answer::Unknown;
  }
  if (obtained_.good.empty()) return Answer::Yes;  // a choice
  bool some = false;
  bool all = true;
  for (Position& w : obtained_.good) {
    if (w == kInitial) {
      some = true;
      continue;
    }
    const ThreadId author = trace_[w].thread;
    const ThreadId image = g.image[author.index()];
    if (!image.valid()) {
      g.wanted = author;
      g.wants_image = true;
      return Answer::Open;
    }
    const bool in_node = trace_[w].index < count_in(node, image);
    some = some || in_node;
    all = all && in_node;
    if (in_node) w = trace_.position(image, trace_[w].index);
  }
  return all ? Answer::Yes : some ? Answer::Unknown : Answer::No;
}

// Which way the renamed execution goes at a node that is on the way of both.
RvfExplorer::Way RvfExplorer::compare_at(std::uint32_t level, Renaming& g, const Group* next,
                                         bool complete) {
  const Node& node = nodes_[level];
  for (const ThreadId t : node.turns) {
    const Answer answer = reads_from_node(level, t, g, next, complete);
    if (answer == Answer::Open) return Way::Open;
    if (answer == Answer::Unknown) return Way::Unknown;
    if (answer == Answer::No && t == node.current) return Way::Later;
    if (answer == Answer::No) continue;
    if (t != node.current) return Way::Earlier;
    const Position write = obtained_.good.empty() ? kInitial : obtained_.good.front();
    const std::optional<std::size_t> renamed = find_value(node, write, obtained_.choice);
    find_obtained(t, count_in(node, t), next);
    const Position own = obtained_.good.empty() ? kInitial : obtained_.good.front();
    const std::optional<std::size_t> mine = find_value(node, own, obtained_.choice);
    if (!renamed || !mine) return Way::Unknown;
    return *renamed == *mine ? Way::Same : *renamed > *mine ? Way::Earlier : Way::Later;
  }
  return Way::Unknown;
}

// From the beginning to where they part; `level` is that.
RvfExplorer::Way RvfExplorer::compare(Renaming& g, const Group* next, bool complete,
                                      std::uint32_t& level) {
  for (level = 0; level < depth_; ++level) {
    const Way way = compare_at(level, g, next, complete);
    if (way != Way::Same) return way;
  }
  return Way::Same;
}

void RvfExplorer::start_renaming(Renaming& g) const {
  g.image.resize(threads_.size());
  for (std::size_t i = 0; i < threads_.size(); ++i) g.image[i] = ThreadId{i};
  g.preimage = g.image;
  g.moved.clear();
}

void RvfExplorer::Renaming::exchange(ThreadId a, ThreadId b) {
  std::swap(image[a.index()], image[b.index()]);
  std::swap(preimage[a.index()], preimage[b.index()]);
}

// Whether every execution in which the node's read obtains that has a renaming that comes earlier.
bool RvfExplorer::has_earlier_renaming(const Group& group) {
  collect_groups(groups_);
  if (groups_.empty()) return false;
  start_renaming(renaming_);
  for (const std::vector<ThreadId>& equals : groups_)
    for (std::size_t i = 0; i < equals.size(); ++i)
      for (std::size_t k = i + 1; k < equals.size(); ++k) {
        const ThreadId a = equals[i];
        const ThreadId b = equals[k];
        renaming_.exchange(a, b);
        renaming_.moved = {a, b};
        std::uint32_t parting = 0;
        const Way way = compare(renaming_, &group, false, parting);
        renaming_.exchange(a, b);
        if (way != Way::Earlier) continue;
        for (std::uint32_t level = 0; level < depth_; ++level) {
          Node& node = nodes_[level];
          if (level >= parting || node.current == a || node.current == b) node.backtrack = true;
        }
        return true;
      }
  return false;
}

// At the end of an execution: how many renamings it has, itself included; 0: one of them comes
// earlier. `counted` is false if it has an unknown number.
std::uint64_t RvfExplorer::renamings(bool& counted) {
  counted = true;
  collect_groups(groups_);
  if (groups_.empty()) return 1;
  start_renaming(renaming_);
  Orbit orbit;
  orbit.twin.resize(threads_.size());
  for (std::size_t i = 0; i < threads_.size(); ++i) orbit.twin[i] = ThreadId{i};
  // Threads that did the same, and of which the others saw the same, need not be told apart.
  for (const std::vector<ThreadId>& equals : groups_)
    for (std::size_t k = 1; k < equals.size(); ++k)
      for (std::size_t i = 0; i < k; ++i) {
        const ThreadId a = equals[i];
        const ThreadId b = equals[k];
        if (orbit.twin[a.index()] != a) continue;
        renaming_.exchange(a, b);
        renaming_.moved = {a, b};
        std::uint32_t parting = 0;
        const Way way = compare(renaming_, nullptr, true, parting);
        renaming_.exchange(a, b);
        if (way == Way::Earlier) return 0;
        if (way == Way::Unknown) counted = false;
        if (way != Way::Same) continue;
        orbit.twin[b.index()] = a;
        break;
      }
  renaming_.moved.clear();
  for (const std::vector<ThreadId>& equals : groups_)
    for (const ThreadId t : equals)
      renaming_.image[t.index()] = renaming_.preimage[t.index()] = ThreadId::none();
  if (!search_renamings(renaming_, 0, orbit)) return 0;
  counted = counted && orbit.counted;
  return counted ? orbit_size(orbit, counted) : 1;
}

// The same for the result, 0 if it need not be visited. A hang may be found in several nodes.
std::uint64_t RvfExplorer::count_renamings(bool hangs) {
  if (must_meet_equals_ && !equals_met_) throw NotEqual{"no two threads are equal"};
  must_meet_equals_ = false;
  bool counted = true;
  const std::uint64_t executions = renamings(counted);
  if (executions == 0) return 0;
  if (hangs || !counted || (by_ == Groups::ByValue && merges_values()))
    result_.symmetry.counted = false;
  return executions;
}

// Whether some read could have obtained its value from several writes. Then the renamings of two
// executions may be one: how many there are is not known.
bool RvfExplorer::merges_values() const {
  std::vector<exec::Value> values;
  for (std::uint32_t location = 0; location < locations_.size(); ++location) {
    const std::vector<Position>& writes = trace_.writes_on(location);
    // Who takes turns finds what the last one left.
    const bool turns = location < chain_.size() && chain_[location] &&
                       std::ranges::all_of(
                           trace_.reads_on(location),
                           [&](Position r) { return trace_[r].kind == EventKind::Rmw; });
    if (turns || trace_.reads_on(location).empty()) continue;
    values.assign(1, execution_.value_at(location, kInitial));
    for (const Position w : writes) {
      if (std::ranges::find(values, trace_[w].written) != values.end()) return true;
      values.push_back(trace_[w].written);
    }
  }
  return false;
}

// All renamings divided by those that change nothing. The numbers of up to 33 equal threads fit.
std::uint64_t RvfExplorer::orbit_size(const Orbit& orbit, bool& counted) const {
  __extension__ using Wide = unsigned __int128;
  Wide all = 1;
  Wide same = orbit.same;
  for (const std::vector<ThreadId>& equals : groups_) {
    for (std::uint64_t i = 2; i <= equals.size(); ++i) {
      if (all > ~Wide{0} / 64 / i) {
        counted = false;
        return 1;
      }
      all *= i;
    }
    for (const ThreadId t : equals) {
      std::uint64_t number = 1;  // among its twins
      for (const ThreadId other : equals)
        number += other < t && orbit.twin[other.index()] == orbit.twin[t.index()] ? 1 : 0;
      same *= number;
    }
  }
  const Wide executions = all / same;
  if (executions > std::numeric_limits<std::uint64_t>::max() / 64) {
    counted = false;
    return 1;
  }
  return static_cast<std::uint64_t>(executions);
}

// Whether the twins of `from` that have no image yet can still have theirs in their order.
bool RvfExplorer::leaves_room(const Renaming& g, const Orbit& orbit,
                              std::span<const ThreadId> equals, ThreadId from, ThreadId to) {
  std::ptrdiff_t before = 0;  // free images, less twins that want one
  std::ptrdiff_t after = 0;
  for (const ThreadId t : equals) {
    if (t != to && !g.preimage[t.index()].valid()) ++(t < to ? before : after);
    if (t != from && !g.image[t.index()].valid() &&
        orbit.twin[t.index()] == orbit.twin[from.index()])
      --(t < from ? before : after);
  }
  return before >= 0 && after >= 0;
}

// Goes through all renamings that keep twins in their order, as far as they have to be known.
// False: one comes earlier.
bool RvfExplorer::search_renamings(Renaming& g, std::uint32_t level, Orbit& orbit) {
  constexpr std::uint64_t kManySteps = 20'000;
  if (++orbit.steps > kManySteps) {
    orbit.counted = false;
    return true;
  }
  ThreadId image;     // find one for this thread ...
  ThreadId preimage;  // ... or a thread for this one
  for (; level < depth_; ++level) {
    const Way way = compare_at(level, g, nullptr, true);
    if (way == Way::Earlier) return false;
    if (way == Way::Unknown) orbit.counted = false;
    if (way == Way::Later || way == Way::Unknown) return true;
    if (way == Way::Same) continue;
    (g.wants_image ? image : preimage) = g.wanted;
    break;  // once more, when it is known
  }
  if (!image.valid() && !preimage.valid())
    for (const std::vector<ThreadId>& equals : groups_)
      for (const ThreadId t : equals)
        if (!image.valid() && !g.image[t.index()].valid()) image = t;
  if (!image.valid() && !preimage.valid()) {
    ++orbit.same;
    return true;
  }
  const ThreadId open = image.valid() ? image : preimage;
  const auto equals = std::ranges::find_if(
      groups_, [&](const auto& e) { return std::ranges::find(e, open) != e.end(); });
  for (const ThreadId t : *equals) {
    const ThreadId from = image.valid() ? image : t;
    const ThreadId to = image.valid() ? t : preimage;
    if (g.image[from.index()].valid() || g.preimage[to.index()].valid()) continue;
    const bool in_order = std::ranges::all_of(*equals, [&](ThreadId other) {
      const ThreadId there = g.image[other.index()];
      return !there.valid() || orbit.twin[other.index()] != orbit.twin[from.index()] ||
             (other < from) == (there < to);
    });
    if (!in_order || !leaves_room(g, orbit, *equals, from, to)) continue;
    g.image[from.index()] = to;
    g.preimage[to.index()] = from;
    const bool first = search_renamings(g, level, orbit);
    g.image[from.index()] = g.preimage[to.index()] = ThreadId::none();
    if (!first) return false;
  }
  return true;
}

}  // namespace overtake::smc
