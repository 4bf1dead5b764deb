#include "smc/estimate.h"

#include <algorithm>
#include <cmath>

#include "smc/rvf_explorer.h"

namespace overtake::smc {

namespace {

constexpr std::uint32_t kWaysToLearn = 8;
constexpr std::uint64_t kFewWays = 3;
constexpr std::uint64_t kEnoughWays = 10;
constexpr std::uint64_t kManyWays = 100'000;
constexpr std::chrono::seconds kLongWay{1};
constexpr double kPrecise = 0.1;    // standard error over mean: enough
constexpr double kImprecise = 0.3;  // ... the other guess counts as well, ...
constexpr double kOther = 0.25;     // so much

// One that is asked for nothing but random ways.
CheckOptions options_of_estimator(const CheckOptions& given) {
  CheckOptions options = given;
  options.all_errors = true;
  options.max_executions = 0;
  options.save = nullptr;
  options.progress = nullptr;
  options.on_instance = nullptr;
  options.resume = nullptr;
  options.rvf = {};
  return options;
}

}  // namespace

double between_guesses(double small, double large) {
  constexpr double kFar = 3;
  return std::clamp(std::sqrt(small * large), small, kFar * small);
}

Estimator::Estimator(const exec::Executor& executor, const CheckOptions& options,
                     Equivalence equivalence)
    : options_(options_of_estimator(options)) {
  const bool by_value = named(equivalence) == Equivalence::Rvf;
  explorer_ = std::make_unique<RvfExplorer>(executor, options_, result_,
                                            by_value ? Groups::ByValue : Groups::BySource);
}

Estimator::~Estimator() = default;

void Estimator::work(std::chrono::microseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (!given_up_ && ways_ < kManyWays) {
    if (ways_ >= 1000 && std::sqrt(squares_) < kPrecise * sum_) return;
    try {
      const bool learns = learned_ < kWaysToLearn;
      const std::optional<double> leaves =
          explorer_->take_random_way(random_, learns, end + kLongWay);
      if (!leaves) {
        given_up_ = true;
        return;
      }
      if (learns) {
        ++learned_;
        continue;
      }
      ++ways_;
      arrived_ += *leaves > 0 ? 1 : 0;
      sum_ += *leaves;
      squares_ += *leaves * *leaves;
    } catch (const LimitReached&) {
      given_up_ = true;
    } catch (const NeedsExhaustive&) {
      given_up_ = true;
    }
    if (std::chrono::steady_clock::now() >= end) return;
  }
}

// Random ways seldom meet what is rare and large: if more was visited than they believe in, they
// are wrong.
double Estimator::executions(double other, double visited) const {
  if (given_up_ || arrived_ < kFewWays) return other;
  const double guess = sum_ / static_cast<double>(ways_);
  const double error = std::sqrt(squares_) / sum_;
  if (visited > guess * (1 + 3 * error)) return other;
  if ((arrived_ >= kEnoughWays && error <= kImprecise) || other == 0) return guess;
  return std::pow(guess, 1 - kOther) * std::pow(other, kOther);
}

}  // namespace overtake::smc
