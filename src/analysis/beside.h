// What goes on beside an exploration: it is told to stop when its caller stops, when its time is
// over, and when a hunt has found an error first.
#pragma once

#include <atomic>
#include <chrono>
#include <exception>
#include <optional>
#include <thread>

#include "analysis/control.h"
#include "hunt/hunt.h"

namespace overtake::analysis {

class Beside {
 public:
  using Clock = std::chrono::steady_clock;

  // The hunt, if there is one, begins after a moment, in which small programs are explored
  // completely, and takes a twentieth of the time.
  Beside(const Control& control, std::optional<Clock::time_point> deadline, hunt::Hunt* hunt);

  // Set when the exploration has to stop.
  const std::atomic<bool>* stop() const { return &stop_; }
  // No more hunting. Throws what went wrong with it.
  void end();

 private:
  void watch(const std::stop_token& over);

  const Control& control_;
  const std::optional<Clock::time_point> deadline_;
  hunt::Hunt* const hunt_;
  std::atomic<bool> stop_{false};
  std::exception_ptr failure_;
  std::jthread thread_;  // the last member: it uses the others
};

}  // namespace overtake::analysis
