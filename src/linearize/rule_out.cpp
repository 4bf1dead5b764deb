#include "linearize/rule_out.h"

#include <algorithm>
#include <bit>

namespace overtake::linearize {
namespace {

// All of `early` had ended before any of `late` began: a pair, or a cut.
struct Way {
  OperationSet early = 0;
  OperationSet late = 0;
};

template <class Visit>
bool all_of(OperationSet set, const Visit& visit) {
  for (; set != 0; set &= set - 1)
    if (!visit(static_cast<std::size_t>(std::countr_zero(set)))) return false;
  return true;
}

bool has(const Precedence& p, const Way& w) {
  return all_of(w.late, [&](std::size_t b) { return (p[b] & w.early) == w.early; });
}

class RuleOut {
 public:
  RuleOut(const std::vector<Operation>& operations, const std::vector<LinearOrder>& orders,
          Criterion criterion, const Candidates& candidates, const AskRuns& possible)
      : operations_(operations),
        orders_(orders),
        criterion_(criterion),
        candidates_(candidates),
        possible_(possible) {
    for (const LinearOrder& o : orders) ways_.push_back(ways_against(o));
  }

  bool run() { return from(fixed()); }

 private:
  // What every history has: the order of a thread, and of the beginning and the end.
  Precedence fixed() const {
    Precedence p = fixed_order(operations_, Criterion::Linearizable);
    for (std::size_t b = 0; b < operations_.size(); ++b) p[b] &= candidates_[b];
    return p;
  }

  std::vector<Way> ways_against(const LinearOrder& order) const {
    std::vector<Way> ways;
    if (criterion_ == Criterion::Quiescent) {
      for (const OperationSet cut : cuts(operations_))
        if (crosses(operations_, order, cut)) ways.push_back({cut, outside(operations_, cut)});
    } else if (criterion_ == Criterion::Linearizable) {
      OperationSet earlier = 0;
      for (const std::uint8_t a : order) {
        all_of(earlier, [&](std::size_t b) {
          ways.push_back({only(a), only(b)});
          return true;
        });
        earlier |= only(a);
      }
    }
    std::erase_if(ways, [&](const Way& w) { return !has(candidates_, w); });
    return ways;
  }

  bool is_excluded(const Precedence& p) const {
    return std::ranges::any_of(excluded_, [&](const Way& w) { return has(p, w); });
  }

  // Adds the way and what it implies; false if no history has all of that.
  bool add(Precedence& p, const Way& w) const {
    const std::size_t n = operations_.size();
    all_of(w.late, [&](std::size_t b) {
      p[b] |= w.early;
      return true;
    });
    // a before b, b before c: a before c. The order of a thread is part of p.
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t c = 0; c < n; ++c) {
        OperationSet more = p[c];
        all_of(p[c], [&](std::size_t b) {
          more |= p[b];
          return true;
        });
        changed |= more != p[c];
        p[c] = more;
      }
    }
    for (std::size_t b = 0; b < n; ++b)
      if ((p[b] & ~candidates_[b]) != 0) return false;
    return !is_excluded(p) && is_interval_order(p);
  }

  // Of two pairs (a, b) and (c, d), a ends before d begins, or c before b: operations are
  // intervals.
  bool is_interval_order(const Precedence& p) const {
    for (std::size_t b = 0; b < operations_.size(); ++b)
      for (std::size_t d = 0; d < b; ++d) {
        // Those before b that cannot be before d, and the other way round: one of both is empty.
        if ((p[b] & ~candidates_[d]) != 0 && (p[d] & ~candidates_[b]) != 0) return false;
      }
    return true;
  }

  // `p` is possible.
  bool from(const Precedence& p) {
    std::vector<Way> fewest;
    bool left = false;
    for (std::size_t i = 0; i < orders_.size(); ++i) {
      if (rules_out(operations_, p, orders_[i], criterion_)) continue;
      std::vector<Way> ways = ways_[i];
      std::erase_if(ways, [&](const Way& w) {
        return std::ranges::any_of(excluded_, [&](const Way& e) {
          return (e.early & ~w.early) == 0 && (e.late & ~w.late) == 0;
        });
      });
      if (ways.empty()) return false;
      if (!left || ways.size() < fewest.size()) fewest = std::move(ways);
      left = true;
    }
    if (!left) return true;
    const std::size_t excluded = excluded_.size();
    for (const Way& w : fewest) {
      Precedence more = p;
      if (add(more, w) && possible_(more) && from(more)) return true;
      excluded_.push_back(w);
    }
    excluded_.resize(excluded);
    return false;
  }

  const std::vector<Operation>& operations_;
  const std::vector<LinearOrder>& orders_;
  const Criterion criterion_;
  const Candidates& candidates_;
  const AskRuns& possible_;
  std::vector<std::vector<Way>> ways_;  // by order
  std::vector<Way> excluded_;
};

}  // namespace

bool can_rule_out_all(const std::vector<Operation>& operations,
                      const std::vector<LinearOrder>& orders, Criterion criterion,
                      const Candidates& candidates, const AskRuns& possible) {
  if (orders.empty()) return possible({});
  return RuleOut(operations, orders, criterion, candidates, possible).run();
}

bool RuledOut::can_rule_out_all(const std::vector<Operation>& operations,
                                const std::vector<LinearOrder>& orders, Criterion criterion,
                                const Candidates& candidates, const AskRuns& possible) {
  const auto [it, added] = known_.try_emplace({&orders, candidates});
  if (added) {
    const AskRuns yes = [](const Precedence&) { return true; };
    it->second = linearize::can_rule_out_all(operations, orders, criterion, candidates, yes);
  }
  return it->second &&
         linearize::can_rule_out_all(operations, orders, criterion, candidates, possible);
}

}  // namespace overtake::linearize
