// Threads that work on the parts of something at the same time. They are started at the first use
// and wait for the next one.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "base/deep_stack.h"

namespace overtake::explicit_state {

class Workers {
 public:
  using Work = std::function<void(std::size_t part, std::size_t worker)>;

  explicit Workers(std::size_t count) : count_(count) {}
  ~Workers();

  std::size_t count() const { return count_; }
  // Calls `work` for each part, several at once and in any order. A worker (a number below count())
  // does one part at a time; worker 0 is the caller. Throws what a part threw; parts that no worker
  // has begun by then are left out.
  void for_each(std::size_t parts, const Work& work);

 private:
  void start_threads();
  void help(std::size_t worker);
  void take_parts(const Work& work, std::size_t worker);

  std::size_t count_;
  std::mutex mutex_;
  std::condition_variable changed_;  // a call began, or the threads are to end
  std::condition_variable left_;     // the last helper finished
  // With the mutex.
  const Work* work_ = nullptr;  // of the call that may be joined
  std::uint64_t call_ = 0;      // its number
  std::size_t helpers_ = 0;     // threads that joined it and have not finished
  std::exception_ptr thrown_;
  bool end_ = false;
  // Set before a call begins.
  std::size_t parts_ = 0;
  std::atomic<std::size_t> next_{0};
  std::vector<std::unique_ptr<DeepThread>> threads_;  // last: they use all the rest
};

}  // namespace overtake::explicit_state
