// The witnesses of plans. The plans that one long execution makes begin alike: a thread that looks
// ten thousand times has a plan for each look, with all looks before it. What is long is therefore
// kept as the beginning of another one, and what comes after that.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <utility>

#include "smc/trace.h"

namespace overtake::smc {

class PlanOrder {
 public:
  PlanOrder() = default;
  // `base`: the last one that others share; changed to this one if they have too little in common.
  PlanOrder(StepOrder order, std::shared_ptr<const StepOrder>& base) {
    if (order.size() < kLong) {
      rest_ = std::move(order);
      return;
    }
    const std::size_t common =
        base ? static_cast<std::size_t>(std::ranges::mismatch(*base, order).in1 - base->begin())
             : 0;
    if (order.size() - common > order.size() / 8) {
      kept_ = order.size();
      base = std::make_shared<const StepOrder>(std::move(order));
    } else {
      kept_ = common;
      rest_.assign(order.begin() + static_cast<std::ptrdiff_t>(common), order.end());
    }
    base_ = base;
  }

  std::size_t size() const { return kept_ + rest_.size(); }
  StepOrder take() && {
    if (kept_ == 0) return std::move(rest_);
    StepOrder order;
    order.reserve(size());
    order.assign(base_->begin(), base_->begin() + static_cast<std::ptrdiff_t>(kept_));
    order.insert(order.end(), rest_.begin(), rest_.end());
    return order;
  }
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t i = 0; i < kept_; ++i) visit((*base_)[i]);
    for (const RunStep step : rest_) visit(step);
  }

 private:
  static constexpr std::size_t kLong = 512;

  std::shared_ptr<const StepOrder> base_;
  std::size_t kept_ = 0;  // how many of its steps come first
  StepOrder rest_;
};

}  // namespace overtake::smc
