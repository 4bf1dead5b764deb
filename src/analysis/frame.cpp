#include "analysis/frame.h"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <thread>

namespace overtake::analysis {

using report::Why;

std::string version() { return OVERTAKE_VERSION; }

std::uint64_t peak_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

double Clock::seconds() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
}

report::Frame Clock::frame(const std::vector<std::string>& input, Model model) const {
  report::Frame frame{.version = version(), .input = input, .model = model};
  stamp(frame);
  return frame;
}

void Clock::stamp(report::Frame& frame) const {
  frame.seconds = seconds();
  frame.peak_memory_bytes = peak_memory_bytes();
}

std::uint32_t jobs_or_all(std::uint32_t jobs) {
  return jobs != 0 ? jobs : std::max(1u, std::thread::hardware_concurrency());
}

report::Reason reason_of(const ReachedLimit& limit, Why stopped) {
  switch (limit.limit) {
    case Limit::None:
    case Limit::Stopped:
    case Limit::FirstError:
      return stopped;
    case Limit::MaxExecutions:
      return Why::MaxExecutions;
    case Limit::Preemptions:
      return Why::Preemptions;
    case Limit::LoopBound:
      return Why::LoopBound;
    case Limit::Configurations:
      return Why::Configurations;
    case Limit::Threads:
      return {Why::Threads, limit.number};
    case Limit::Waiters:
      return {Why::Waiters, limit.number};
    case Limit::Operations:
      return {Why::Operations, limit.number};
    case Limit::Lifetimes:
      return Why::Lifetimes;
    case Limit::Buffers:
      return {Why::Buffers, limit.number};
    case Limit::Endless:
      return {Why::Endless, 0, fmt::format("{} ({})", limit.subject, limit.where)};
  }
  return stopped;
}

}  // namespace overtake::analysis
