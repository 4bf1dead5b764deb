#include "cli/watchdog.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <array>

#include "base/process_memory.h"

namespace overtake::cli {
namespace {

constexpr std::chrono::milliseconds kLookEvery{20};

std::uint64_t effective_limit(const std::optional<std::uint64_t>& wanted) {
  if (wanted) return *wanted;
  return available_bytes() / 10 * 9;
}

}  // namespace

sigset_t watched_signals() {
  sigset_t mine;
  sigemptyset(&mine);
  for (int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&mine, signal);
  return mine;
}

Watchdog::Watchdog(const WatchdogLimits& limits, std::function<void(report::Why)> overdue,
                   std::function<void()> tick)
    : limits_(limits),
      memory_limit_(effective_limit(limits.memory)),
      overdue_(std::move(overdue)),
      tick_(std::move(tick)) {
  const sigset_t mine = watched_signals();
  pthread_sigmask(SIG_BLOCK, &mine, &old_mask_);
  signals_ = signalfd(-1, &mine, SFD_CLOEXEC | SFD_NONBLOCK);
  wake_ = eventfd(0, EFD_CLOEXEC);
  thread_ = std::thread([this] { watch(); });
}

Watchdog::~Watchdog() {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t written = write(wake_, &one, sizeof one);
  thread_.join();
  close(wake_);
  close(signals_);
  pthread_sigmask(SIG_SETMASK, &old_mask_, nullptr);
}

void Watchdog::ask_to_stop(report::Why reason) {
  if (stop_) return;
  reason_ = reason;
  asked_at_ = std::chrono::steady_clock::now();
  stop_ = true;
}

void Watchdog::watch() {
  std::array<pollfd, 2> fds{{{wake_, POLLIN, 0}, {signals_, POLLIN, 0}}};
  while (true) {
    poll(fds.data(), fds.size(), static_cast<int>(kLookEvery.count()));
    if ((fds[0].revents & POLLIN) != 0) return;
    const auto now = std::chrono::steady_clock::now();
    signalfd_siginfo info;
    if ((fds[1].revents & POLLIN) != 0 && read(signals_, &info, sizeof info) == sizeof info) {
      const bool at_once = limits_.terminate_at_once && info.ssi_signo == SIGTERM;
      if (stop_) overdue_(reason_);
      ask_to_stop(report::Why::Interrupted);
      if (at_once) overdue_(reason_);
    }
    if (limits_.timeout && now - start_ >= *limits_.timeout) ask_to_stop(report::Why::Timeout);
    if (resident_bytes() >= memory_limit_) ask_to_stop(report::Why::Memory);
    if (stop_ && now - asked_at_ >= limits_.grace && now > asked_at_) overdue_(reason_);
    if (tick_) tick_();
  }
}

}  // namespace overtake::cli
