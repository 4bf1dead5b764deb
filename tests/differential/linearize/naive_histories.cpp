#include "differential/linearize/naive_histories.h"

#include <algorithm>
#include <numeric>

#include "memory/machine.h"

namespace overtake::linearize::test {
namespace {

struct Walk {
  const Structure& structure;
  std::set<NaiveHistory> found = {};
  std::set<std::vector<std::uint64_t>> seen = {};

  struct State {
    memory::Machine machine;
    std::vector<std::size_t> marks = {};  // by thread: that have taken place
    std::uint32_t ended = 0;
    NaiveHistory history = {};
  };

  std::size_t operations() const {
    std::size_t n = 0;
    for (const auto& t : structure.client.threads) n += t.size();
    return n;
  }

  std::vector<std::uint64_t> key(const State& s) const {
    std::vector<std::uint64_t> out{s.machine.memory().values_hash(), s.ended};
    for (std::size_t i = 0; i < s.machine.thread_count(); ++i) {
      const ThreadId t{i};
      out.push_back(s.machine.thread(t).hash());
      out.push_back(i < s.marks.size() ? s.marks[i] : 0);
      for (const memory::BufferEntry& e : s.machine.buffer(t)) {
        out.push_back(e.object.value);
        out.push_back(e.value.lo);
      }
      out.push_back(~std::uint64_t{0});
    }
    for (const std::uint32_t e : s.history.ended_before) out.push_back(e);
    return out;
  }

  // The thread's next mark takes place.
  void mark(State& s, ThreadId t) const {
    const auto& marks = s.machine.thread(t).marks();
    const exec::Mark m = marks[s.marks[t.index()]++];
    std::size_t operation = 0;  // the first of the thread
    const std::size_t section = marks[0].value;
    for (std::size_t k = 1; k < section; ++k) operation += structure.client.threads[k - 1].size();
    std::size_t calls = 0;
    for (std::size_t k = 0; k < s.marks[t.index()]; ++k)
      if (marks[k].kind == static_cast<std::uint64_t>(MarkKind::Call)) ++calls;
    if (calls == 0) return;
    operation += calls - 1;
    switch (static_cast<MarkKind>(m.kind)) {
      case MarkKind::Call:
        s.history.ended_before[operation] = s.ended;
        break;
      case MarkKind::Return:
        s.ended |= 1u << operation;
        break;
      case MarkKind::Unsigned:
        s.history.results[operation] = m.value;
        break;
      default:
        break;
    }
  }

  void from(const State& s) {
    if (!seen.insert(key(s)).second) return;
    bool last = true;
    for (std::size_t i = 0; i < s.machine.thread_count(); ++i) {
      if (s.marks[i] == s.machine.thread(ThreadId{i}).marks().size()) continue;
      last = false;
      State next = s;
      mark(next, ThreadId{i});
      from(next);
    }
    std::vector<memory::Step> steps;
    s.machine.enabled(steps);
    for (const memory::Step& step : steps) {
      const std::size_t i = step.thread.index();
      if (!step.drain && s.marks[i] != s.machine.thread(step.thread).marks().size()) continue;
      last = false;
      State next = s;
      next.machine.execute(step);
      next.marks.resize(next.machine.thread_count());
      from(next);
    }
    if (last) found.insert(s.history);
  }
};

}  // namespace

std::set<NaiveHistory> all_histories(const ir::Program& program, const Structure& structure,
                                     Model model) {
  const exec::Executor executor(program);
  Walk walk{structure};
  Walk::State root{memory::Machine(executor, {model})};
  root.marks.resize(root.machine.thread_count());
  root.history.results.resize(walk.operations());
  root.history.ended_before.resize(walk.operations());
  walk.from(root);
  return std::move(walk.found);
}

bool is_explained(const Structure& structure, const NaiveHistory& history, Criterion criterion) {
  std::vector<std::pair<std::size_t, std::size_t>> operations;  // thread, call
  for (std::size_t t = 0; t < structure.client.threads.size(); ++t)
    for (const CallId c : structure.client.threads[t]) operations.emplace_back(t, c.index());
  const std::size_t n = operations.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  do {
    std::vector<std::uint64_t> words(structure.words, 0);
    bool fits = true;
    for (const std::size_t o : order)
      fits &= structure.apply(operations[o].second, words) == history.results[o];
    std::vector<std::size_t> place(n);
    for (std::size_t i = 0; i < n; ++i) place[order[i]] = i;
    if (criterion != Criterion::Quiescent)
      for (std::size_t b = 1; b < n; ++b)
        if (operations[b - 1].first == operations[b].first) fits &= place[b - 1] < place[b];
    if (criterion == Criterion::Linearizable)
      for (std::size_t b = 0; b < n; ++b)
        for (std::size_t a = 0; a < n; ++a)
          if ((history.ended_before[b] >> a & 1) != 0) fits &= place[a] < place[b];
    if (criterion == Criterion::Quiescent)
      for (std::uint32_t early = 1; early + 1 < 1u << n; ++early) {
        bool quiet = true;
        for (std::size_t b = 0; b < n; ++b)
          if ((early >> b & 1) == 0) quiet &= (history.ended_before[b] & early) == early;
        for (std::size_t i = 0; quiet && i < n; ++i)
          fits &= ((early >> order[i] & 1) != 0) ==
                  (i < static_cast<std::size_t>(__builtin_popcount(early)));
      }
    if (fits) return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

}  // namespace overtake::linearize::test
