// What runs beside an exploration: it is told to stop when its caller stops, when its time is over,
// and when a hunt has found an error first.
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

  // The hunt, if one is wanted, begins after a moment, in which small programs are explored
  // completely, and takes a twentieth of the time. The program must outlive this.
  Beside(const Control& control, std::optional<Clock::time_point> deadline,
         const ir::Program& program, std::optional<hunt::HuntOptions> hunt);
  ~Beside() { stop_ = true; }

  // Set when the exploration has to stop.
  const std::atomic<bool>* stop() const { return &stop_; }
  // No more hunting. Throws what went wrong with it.
  void end();
  // Once ended; null: there was no hunt.
  const hunt::Hunt* hunt() const { return hunt_ ? &*hunt_ : nullptr; }

 private:
  void watch(const std::stop_token& over);
  void go_hunting(const std::stop_token& over);

  const Control& control_;
  const std::optional<Clock::time_point> deadline_;
  std::atomic<bool> stop_{false};
  std::optional<hunt::Hunt> hunt_;
  std::exception_ptr failure_;
  // The last members: they use the others. A run of the hunt may compute for a long time; it is
  // stopped by the one that watches.
  std::jthread watcher_;
  std::jthread hunter_;
};

}  // namespace overtake::analysis
