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

Beside::Beside(const Control& control, std::optional<Clock::time_point> deadline,
               const ir::Program& program, std::optional<hunt::HuntOptions> hunt)
    : control_(control), deadline_(deadline) {
  if (hunt) {
    hunt->stop = &stop_;
    hunt_.emplace(program, *hunt);
    hunter_ = std::jthread([this](const std::stop_token& over) {
      try {
        go_hunting(over);
      } catch (...) {
        failure_ = std::current_exception();
        stop_ = true;
      }
    });
  }
  watcher_ = std::jthread([this](const std::stop_token& over) { watch(over); });
}

void Beside::end() {
  stop_ = true;
  for (std::jthread* thread : {&watcher_, &hunter_}) {
    if (!thread->joinable()) continue;
    thread->request_stop();
    thread->join();
  }
  if (failure_) std::rethrow_exception(failure_);
}

void Beside::watch(const std::stop_token& over) {
  std::mutex mutex;
  std::condition_variable_any pause;
  while (!over.stop_requested() && !stop_) {
    if (control_.stopped() || (deadline_ && *deadline_ < Clock::now())) stop_ = true;
    std::unique_lock lock(mutex);
    pause.wait_for(lock, over, kPause, [] { return false; });
  }
}

void Beside::go_hunting(const std::stop_token& over) {
  const Clock::time_point begun = Clock::now();
  Clock::duration hunted{};
  std::mutex mutex;
  std::condition_variable_any pause;
  while (!over.stop_requested() && !stop_) {
    const Clock::time_point now = Clock::now();
    if (now - begun > kMoment && hunted * kShare < now - begun) {
      if (hunt_->go_on(kSteps)) stop_ = true;
      hunted += Clock::now() - now;
      continue;
    }
    std::unique_lock lock(mutex);
    pause.wait_for(lock, over, kPause, [] { return false; });
  }
}

}  // namespace overtake::analysis
