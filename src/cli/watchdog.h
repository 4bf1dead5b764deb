// Stops an exploration from outside: Ctrl-C, SIGTERM, --timeout, --memory.
//
// A thread of its own waits for signals and looks at the clock and at the process's memory. It sets
// the stop flag that analyses look at; the command then reports what it has. If it does not do
// so for a while (a compiler pass that cannot be interrupted), or at a second signal, `overdue` is
// called, which reports instead of it and ends the process.
//
//     Watchdog watchdog({.timeout = 10s}, [](report::Why why) { ...; _exit(5); });
//     engine.run(watchdog.stop());
//     if (watchdog.stop() && watchdog.reason() == report::Why::Timeout) ...
#pragma once

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <optional>
#include <thread>

#include "report/remarks.h"

namespace overtake::cli {

struct WatchdogLimits {
  std::optional<std::chrono::milliseconds> timeout;
  std::optional<std::uint64_t> memory;  // bytes; none: most of what the machine has to give
  std::chrono::milliseconds grace{2000};
  bool terminate_at_once = false;  // SIGTERM: there is no time to wait for the work to stop
};

// The signals that a Watchdog waits for. Threads that are started before it must not take them:
// they are to be blocked before.
sigset_t watched_signals();

class Watchdog {
 public:
  // `tick` is called on the watchdog's thread, some times a second.
  Watchdog(const WatchdogLimits& limits, std::function<void(report::Why)> overdue,
           std::function<void()> tick = {});
  ~Watchdog();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

  const std::atomic<bool>& stop() const { return stop_; }
  // Interrupted, Timeout or Memory; means something once `stop` is set.
  report::Why reason() const { return reason_.load(); }

 private:
  void watch();
  void ask_to_stop(report::Why reason);

  const WatchdogLimits limits_;
  const std::uint64_t memory_limit_;
  const std::function<void(report::Why)> overdue_;
  const std::function<void()> tick_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point asked_at_;
  std::atomic<bool> stop_{false};
  std::atomic<report::Why> reason_{report::Why::Interrupted};
  sigset_t old_mask_{};
  int signals_ = -1;  // signalfd
  int wake_ = -1;     // eventfd: the destructor's word to the thread
  std::thread thread_;
};

}  // namespace overtake::cli
