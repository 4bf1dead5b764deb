#include "analysis/beside.h"

#include <condition_variable>
#include <mutex>

namespace overtake::analysis {
namespace {

constexpr std::chrono::milliseconds kMoment{100};  // before the hunt begins
constexpr std::chrono::milliseconds kPause{5};
constexpr int kShare = 20;  // of the time, one part is the hunt's
constexpr std::uint64_t kSteps = 1000;

}  // namespace

Beside::Beside(const Control& control, std::optional<Clock::time_point> deadline, hunt::Hunt* hunt)
    : control_(control), deadline_(deadline), hunt_(hunt) {
  thread_ = std::jthread([this](const std::stop_token& over) {
    try {
      watch(over);
    } catch (...) {
      failure_ = std::current_exception();
      stop_ = true;
    }
  });
}

void Beside::end() {
  thread_.request_stop();
  thread_.join();
  if (failure_) std::rethrow_exception(failure_);
}

void Beside::watch(const std::stop_token& over) {
  const Clock::time_point begun = Clock::now();
  Clock::duration hunted{};
  std::mutex mutex;
  std::condition_variable_any pause;
  while (!over.stop_requested() && !stop_) {
    const Clock::time_point now = Clock::now();
    if (control_.stopped() || (deadline_ && *deadline_ < now)) {
      stop_ = true;
      return;
    }
    if (hunt_ != nullptr && now - begun > kMoment && hunted * kShare < now - begun) {
      if (hunt_->go_on(kSteps)) stop_ = true;
      hunted += Clock::now() - now;
      continue;
    }
    std::unique_lock lock(mutex);
    pause.wait_for(lock, over, kPause, [] { return false; });
  }
}

}  // namespace overtake::analysis
