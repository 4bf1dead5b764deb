#include "report/comparison.h"

#include <fmt/format.h>

namespace overtake::report {
namespace {

std::string_view by(Proof proof) {
  switch (proof) {
    case Proof::States:
      return "all states searched";
    case Proof::Abstractions:
      return "shown on abstractions that have every run";
    case Proof::Executions:
      return "all executions watched";
  }
  return "";
}

}  // namespace

std::string_view preposition(FenceWhere where) {
  return where == FenceWhere::After ? "after" : where == FenceWhere::Before ? "before" : "at state";
}

std::string missing_text(const Fence& fence) {
  if (!fence.order.empty()) return fmt::format("{} is missing: {}", fence.order, fence.after);
  return fmt::format("a {} is missing {}: {}", fence.full ? "fence" : "store-store fence",
                     preposition(fence.where), fence.after);
}

std::vector<Comparison> comparison(const FencesDocument& d) {
  return {
      {"fences that are added", 0, static_cast<std::int64_t>(d.fences.size())},
      {d.criterion == "safety" ? "every assertion holds" : "behaves as under SC", "no",
       fmt::format("yes: {}, {}", by(d.proof),
                   d.minimal ? "with one fence less it does not" : "not known to be the fewest")}};
}

}  // namespace overtake::report
