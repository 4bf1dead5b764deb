// Which fences? Every way in which a program goes wrong without fences names places, a fence at any
// one of which prevents it. A set of fences is sufficient if it hits each of these sets, and
// minimal if it hits each no longer once any of its fences is taken away.
//
// PERSIST's algorithm 1 grows such sets one counterexample at a time; what it computes are minimal
// hitting sets of its sets NewFences(pi). Here they are computed as what they are: the smallest,
// the cheapest, or all. Problems are small (tens of places), so a branch and bound that first
// splits into independent parts is plenty.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace overtake::fences {

using Element = std::uint32_t;
using ElementSet = std::vector<Element>;  // sorted, without repetitions

// Only the minimal ones among the sets: what hits those hits all.
std::vector<ElementSet> minimal_sets(std::vector<ElementSet> sets);

// A cheapest hitting set; among equally cheap ones the one with the smallest elements. `cost` is by
// element, all positive. No set may be empty.
ElementSet cheapest_hitting_set(const std::vector<ElementSet>& sets,
                                std::span<const std::uint32_t> cost);

// All minimal hitting sets, sorted by size; at most `limit` of them (then `complete` is false).
struct AllHittingSets {
  std::vector<ElementSet> sets;
  bool complete = true;
};
AllHittingSets all_minimal_hitting_sets(const std::vector<ElementSet>& sets, std::size_t limit);

bool hits(const ElementSet& hitting, const ElementSet& set);

}  // namespace overtake::fences
