// Is the trace of a run one of SC? From the definitions, by nothing else.
//
// The trace of a run (MONITOR, definition 2; docs/monitor.md) is its events with program order, the
// source of each byte that is read, and the order in which stores reach each byte. It is the trace
// of a run under SC if and only if its happens-before relation has no cycle (Shasha and Snir):
//   - program order, the creation and the end of threads,
//   - a store before the reads of it,
//   - stores to a byte in their order,
//   - a read of a store before the stores to that byte that come after it,
//   - arrivals at a barrier before the ends of the waits of that round, and a signal before the end
//     of the wait that it ends.
// An atomic section is one event. A mutex, a semaphore and a condition are places like a byte.
//
// The relation is written down pair by pair, not only between neighbours, and a cycle is looked for
// by transitive closure: there are few events.
#include <map>

#include "fuzz/naive_machine.h"

namespace overtake::fuzz::naive {

class TraceGraph {
 public:
  TraceGraph(const Machine& machine, const State& state) : machine_(machine), state_(state) {
    for (std::size_t t = 0; t < machine.program_.threads; ++t) collect(t);
  }

  bool is_acyclic() {
    reach_.assign(nodes_.size(), std::vector<char>(nodes_.size(), 0));
    program_order();
    threads();
    barriers_and_conditions();
    conflicts();
    for (std::size_t k = 0; k < nodes_.size(); ++k)
      for (std::size_t i = 0; i < nodes_.size(); ++i)
        for (std::size_t j = 0; reach_[i][k] != 0 && j < nodes_.size(); ++j)
          if (reach_[k][j] != 0) reach_[i][j] = 1;
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      if (reach_[i][i] != 0) return false;
    return true;
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  struct Read {
    std::size_t place;
    EventName source;
  };
  struct Node {
    std::size_t thread = 0;
    std::size_t section = kNone;  // the first node of the atomic section that it is in
    const Micro* micro = nullptr;
    std::vector<Read> reads;
    std::uint32_t round = 0;
    EventName waker = kInitialWrite;
  };

  void collect(std::size_t t) {
    std::size_t place = 0, section = kNone;
    std::uint32_t round = 0;
    for (const std::uint32_t item : state_.past.histories[t].items) {
      const std::uint32_t number = item & ~Machine::kItemKind;
      switch (item & Machine::kItemKind) {
        case Machine::kEvent: {
          const Micro& m = machine_.program_.routines[number >> 12].code[number & 0xfffu];
          if (m.what == Do::SectionBegin) section = nodes_.size();
          events_[{t, ++counts_[t]}] = nodes_.size();
          nodes_.push_back({.thread = t, .section = section, .micro = &m, .reads = {}});
          nodes_.back().round = round;  // a wait at a barrier follows its arrival
          if (m.what == Do::SectionEnd) section = kNone;
          break;
        }
        case Machine::kPlace:
          place = number;
          break;
        case Machine::kSource:
          for (std::size_t i = 0; i < place >> 16; ++i)
            nodes_.back().reads.push_back({(place & 0xffffu) + i, static_cast<EventName>(number)});
          break;
        case Machine::kRound:
          nodes_.back().round = round = number;
          break;
        case Machine::kWoken:
          nodes_.back().waker = static_cast<EventName>(number);
          break;
        default:
          break;
      }
    }
  }

  std::size_t node_of(EventName name) const { return events_.at({(name >> 8) - 1u, name & 0xffu}); }

  void edge(std::size_t from, std::size_t to) {
    const auto whole = [&](std::size_t n) {
      return nodes_[n].section == kNone ? n : nodes_[n].section;
    };
    if (whole(from) != whole(to)) reach_[whole(from)][whole(to)] = 1;
  }

  void program_order() {
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      for (std::size_t j = i + 1; j < nodes_.size(); ++j)
        if (nodes_[i].thread == nodes_[j].thread) edge(i, j);
  }

  void threads() {
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      for (std::size_t j = 0; j < nodes_.size(); ++j) {
        const Micro& m = *nodes_[i].micro;
        if (nodes_[j].thread != m.number) continue;
        if (m.what == Do::Spawn) edge(i, j);
        if (m.what == Do::Join) edge(j, i);
      }
  }

  void barriers_and_conditions() {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Node& n = nodes_[i];
      if (n.waker != kInitialWrite) edge(node_of(n.waker), i);
      for (std::size_t j = 0; n.micro->what == Do::Round && j < nodes_.size(); ++j)
        if (nodes_[j].micro->what == Do::Arrive && nodes_[j].micro->number == n.micro->number &&
            nodes_[j].round == n.round)
          edge(j, i);
    }
  }

  void conflicts() {
    const std::vector<std::uint32_t>& written = state_.past.written;
    const auto writer = [](std::uint32_t w) { return static_cast<EventName>(w & 0xffffu); };
    for (std::size_t a = 0; a < written.size(); ++a)
      for (std::size_t b = a + 1; b < written.size() && written[b] >> 16 == written[a] >> 16; ++b)
        edge(node_of(writer(written[a])), node_of(writer(written[b])));
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      for (const Read& r : nodes_[i].reads) {
        if (r.source != kInitialWrite) edge(node_of(r.source), i);
        bool later = r.source == kInitialWrite;
        for (const std::uint32_t w : written) {
          if (w >> 16 != r.place) continue;
          if (later) edge(i, node_of(writer(w)));
          later = later || writer(w) == r.source;
        }
      }
  }

  const Machine& machine_;
  const State& state_;
  std::vector<Node> nodes_;
  std::map<std::size_t, std::uint32_t> counts_;  // events of a thread so far
  std::map<std::pair<std::size_t, std::uint32_t>, std::size_t> events_;  // thread, number: node
  std::vector<std::vector<char>> reach_;
};

bool Machine::is_sc_trace(const State& state) const {
  return TraceGraph(*this, state).is_acyclic();
}

}  // namespace overtake::fuzz::naive
