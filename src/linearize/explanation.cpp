#include "linearize/explanation.h"

#include <algorithm>

namespace overtake::linearize {
namespace {

bool in_client(const Operation& o) { return o.section != 0 && o.section != kFinalSection; }

OperationSet returned_of(const std::vector<Operation>& operations) {
  OperationSet set = 0;
  for (std::size_t i = 0; i < operations.size(); ++i)
    if (operations[i].returned) set |= only(i);
  return set;
}

bool has_cut(const std::vector<Operation>& operations, const Precedence& p, OperationSet cut) {
  const OperationSet late = outside(operations, cut);
  for (std::size_t b = 0; b < operations.size(); ++b)
    if ((late & only(b)) != 0 && (p[b] & cut) != cut) return false;
  return true;
}

}  // namespace

std::vector<OperationSet> cuts(const std::vector<Operation>& operations) {
  std::vector<OperationSet> sets{0};
  OperationSet all = 0;
  for (std::size_t i = 0; i < operations.size();) {
    std::size_t end = i;
    while (end < operations.size() && operations[end].section == operations[i].section) ++end;
    if (in_client(operations[i])) {
      const std::vector<OperationSet> shorter = sets;
      OperationSet prefix = 0;
      for (std::size_t k = i; k < end && operations[k].returned; ++k) {
        prefix |= only(k);
        for (const OperationSet s : shorter) sets.push_back(s | prefix);
      }
      for (std::size_t k = i; k < end; ++k)
        if (operations[k].called) all |= only(k);
    }
    i = end;
  }
  std::erase_if(sets, [&](OperationSet s) { return s == 0 || s == all; });
  return sets;
}

bool crosses(const std::vector<Operation>& operations, const LinearOrder& order, OperationSet cut) {
  bool outside = false;
  for (const std::uint8_t o : order) {
    if (!in_client(operations[o])) continue;
    if ((cut & only(o)) == 0)
      outside = true;
    else if (outside)
      return true;
  }
  return false;
}

OperationSet outside(const std::vector<Operation>& operations, OperationSet cut) {
  OperationSet set = 0;
  for (std::size_t b = 0; b < operations.size(); ++b)
    if (in_client(operations[b]) && operations[b].called) set |= only(b);
  return set & ~cut;
}

Precedence fixed_order(const std::vector<Operation>& operations, Criterion criterion) {
  Precedence before{};
  for (std::size_t b = 0; b < operations.size(); ++b)
    for (std::size_t a = 0; a < operations.size(); ++a) {
      const std::uint32_t sa = operations[a].section;
      const std::uint32_t sb = operations[b].section;
      const bool in_order = criterion != Criterion::Quiescent || !in_client(operations[a]);
      if (sa == sb ? a < b && in_order : sa == 0 || sb == kFinalSection) before[b] |= only(a);
    }
  return before;
}

struct Explanations::Search {
  Specification& specification;
  const std::vector<Operation>& operations;
  const Precedence before;
  const std::size_t waiting;  // operations.size(): none
  const OperationSet returned;
  LinearOrder order = {};
  std::vector<LinearOrder> found = {};

  void from(Specification::State state, OperationSet done) {
    if ((done & returned) == returned) return finish(state);
    for (std::size_t i = 0; i < operations.size(); ++i) {
      const Operation& o = operations[i];
      if (!o.called || (done & only(i)) != 0 || (before[i] & returned & ~done) != 0) continue;
      if (!o.returned && waiting != operations.size()) continue;
      order.push_back(static_cast<std::uint8_t>(i));
      // `after` may grow the tree; its answers stay where they are.
      for (const Specification::Outcome& outcome : specification.after(state, o.call))
        if (!outcome.blocks && (!o.returned || outcome.result == o.result))
          from(outcome.state, done | only(i));
      order.pop_back();
    }
  }

  void finish(Specification::State state) {
    if (waiting != operations.size()) {
      bool waits = false;
      for (const Specification::Outcome& outcome :
           specification.after(state, operations[waiting].call))
        waits |= outcome.blocks;
      if (!waits) return;
    }
    if (std::ranges::find(found, order) == found.end()) found.push_back(order);
  }
};

const std::vector<LinearOrder>& Explanations::of(const std::vector<Operation>& operations) {
  std::vector<std::uint64_t> key;
  for (const Operation& o : operations) {
    key.push_back(std::uint64_t{o.section} << 40 | std::uint64_t{o.call.value} << 8 |
                  (o.called ? 1u : 0u) | (o.returned ? 2u : 0u));
    key.push_back(o.result.size());
    for (const exec::Mark& m : o.result) {
      key.push_back(m.kind);
      key.push_back(m.value);
    }
  }
  const auto [it, added] = known_.try_emplace(std::move(key));
  if (!added) return it->second;
  Search search{specification_, operations, fixed_order(operations, criterion_), operations.size(),
                returned_of(operations)};
  search.from(specification_.start(), 0);
  return it->second = std::move(search.found);
}

std::vector<LinearOrder> Explanations::of_waiting(const std::vector<Operation>& operations,
                                                  std::size_t waiting) {
  Search search{specification_, operations, fixed_order(operations, criterion_), waiting,
                returned_of(operations)};
  search.from(specification_.start(), 0);
  return std::move(search.found);
}

bool rules_out(const std::vector<Operation>& operations, const Precedence& ended_before,
               const LinearOrder& order, Criterion criterion) {
  if (criterion == Criterion::Sequential) return false;
  if (criterion == Criterion::Quiescent)
    return std::ranges::any_of(cuts(operations), [&](OperationSet cut) {
      return has_cut(operations, ended_before, cut) && crosses(operations, order, cut);
    });
  OperationSet later = 0;
  for (const std::uint8_t o : order) later |= only(o);
  for (const std::uint8_t o : order) {
    later &= ~only(o);
    if ((ended_before[o] & later) != 0) return true;
  }
  return false;
}

}  // namespace overtake::linearize
