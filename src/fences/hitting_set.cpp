#include "fences/hitting_set.h"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include "base/error.h"

namespace overtake::fences {
namespace {

bool includes(const ElementSet& big, const ElementSet& small) {
  return std::ranges::includes(big, small);
}

// Sets that share no element, directly or through others, are problems of their own.
std::vector<std::vector<ElementSet>> independent_parts(const std::vector<ElementSet>& sets) {
  std::vector<std::vector<ElementSet>> parts;
  std::vector<ElementSet> elements;  // by part
  for (const ElementSet& set : sets) {
    std::vector<ElementSet> part{set};
    ElementSet all = set;
    for (std::size_t p = 0; p < parts.size();) {
      if (!hits(elements[p], set)) {
        ++p;
        continue;
      }
      part.insert(part.end(), parts[p].begin(), parts[p].end());
      ElementSet united;
      std::ranges::set_union(all, elements[p], std::back_inserter(united));
      all = std::move(united);
      parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(p));
      elements.erase(elements.begin() + static_cast<std::ptrdiff_t>(p));
    }
    parts.push_back(std::move(part));
    elements.push_back(std::move(all));
  }
  return parts;
}

class Cheapest {
 public:
  Cheapest(const std::vector<ElementSet>& sets, std::span<const std::uint32_t> cost)
      : sets_(sets), cost_(cost) {}

  ElementSet run() {
    branch();
    std::ranges::sort(best_);
    return best_;
  }

 private:
  // Disjoint sets that are not hit yet each cost at least their cheapest element.
  std::uint64_t lower_bound() const {
    std::uint64_t bound = 0;
    ElementSet used;
    for (const ElementSet& set : sets_) {
      if (is_hit(set) || hits(used, set)) continue;
      std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
      for (Element e : set) least = std::min<std::uint64_t>(least, cost_[e]);
      bound += least;
      ElementSet united;
      std::ranges::set_union(used, set, std::back_inserter(united));
      used = std::move(united);
    }
    return bound;
  }

  bool is_hit(const ElementSet& set) const {
    return std::ranges::any_of(chosen_,
                               [&](Element e) { return std::ranges::binary_search(set, e); });
  }

  void branch() {
    const ElementSet* smallest = nullptr;
    for (const ElementSet& set : sets_)
      if (!is_hit(set) && (smallest == nullptr || set.size() < smallest->size())) smallest = &set;
    if (smallest == nullptr) {
      if (paid_ < best_cost_) {
        best_cost_ = paid_;
        best_ = chosen_;
      }
      return;
    }
    if (paid_ + lower_bound() >= best_cost_) return;
    // What hits most comes first, so that a good solution is found early.
    std::vector<std::pair<std::size_t, Element>> order;
    for (Element e : *smallest) {
      const auto hit = static_cast<std::size_t>(std::ranges::count_if(
          sets_, [&](const auto& s) { return !is_hit(s) && std::ranges::binary_search(s, e); }));
      order.emplace_back(hit, e);
    }
    std::ranges::sort(order, [&](const auto& a, const auto& b) {
      // hit / cost, the larger first
      const std::uint64_t left = std::uint64_t{a.first} * cost_[b.second];
      const std::uint64_t right = std::uint64_t{b.first} * cost_[a.second];
      return left != right ? left > right : a.second < b.second;
    });
    for (const auto& [hit, e] : order) {
      chosen_.push_back(e);
      paid_ += cost_[e];
      branch();
      paid_ -= cost_[e];
      chosen_.pop_back();
    }
  }

  const std::vector<ElementSet>& sets_;
  std::span<const std::uint32_t> cost_;
  ElementSet chosen_;
  std::uint64_t paid_ = 0;
  ElementSet best_;
  std::uint64_t best_cost_ = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace

bool hits(const ElementSet& hitting, const ElementSet& set) {
  auto a = hitting.begin();
  auto b = set.begin();
  while (a != hitting.end() && b != set.end()) {
    if (*a == *b) return true;
    if (*a < *b)
      ++a;
    else
      ++b;
  }
  return false;
}

std::vector<ElementSet> minimal_sets(std::vector<ElementSet> sets) {
  std::ranges::sort(sets, [](const ElementSet& a, const ElementSet& b) {
    return a.size() != b.size() ? a.size() < b.size() : a < b;
  });
  std::vector<ElementSet> kept;
  for (ElementSet& set : sets)
    if (std::ranges::none_of(kept, [&](const ElementSet& k) { return includes(set, k); }))
      kept.push_back(std::move(set));
  return kept;
}

ElementSet cheapest_hitting_set(const std::vector<ElementSet>& sets,
                                std::span<const std::uint32_t> cost) {
  for (const ElementSet& set : sets)
    if (set.empty()) throw InternalError("no fence can prevent a counterexample");
  ElementSet all;
  for (const std::vector<ElementSet>& part : independent_parts(minimal_sets(sets))) {
    const ElementSet chosen = Cheapest(part, cost).run();
    all.insert(all.end(), chosen.begin(), chosen.end());
  }
  std::ranges::sort(all);
  return all;
}

// Berge: the minimal hitting sets of the first n sets, one set after the other.
AllHittingSets all_minimal_hitting_sets(const std::vector<ElementSet>& sets, std::size_t limit) {
  AllHittingSets result;
  std::vector<ElementSet> current{{}};
  for (const ElementSet& set : minimal_sets(sets)) {
    std::vector<ElementSet> next;
    for (const ElementSet& h : current) {
      if (hits(h, set)) {
        next.push_back(h);
        continue;
      }
      for (Element e : set) {
        ElementSet larger = h;
        larger.insert(std::ranges::lower_bound(larger, e), e);
        next.push_back(std::move(larger));
      }
    }
    current = minimal_sets(std::move(next));
    if (current.size() > limit) {
      // A part of the truth must be a set of truths: each kept one remains to be minimal or not.
      result.complete = false;
      current.resize(limit);
    }
  }
  if (!result.complete) {
    std::erase_if(current, [&](const ElementSet& h) {
      return std::ranges::any_of(h, [&](Element e) {
        ElementSet smaller = h;
        std::erase(smaller, e);
        return std::ranges::all_of(sets, [&](const ElementSet& s) { return hits(smaller, s); });
      });
    });
  }
  result.sets = std::move(current);
  return result;
}

}  // namespace overtake::fences
