// Runs something on a stack that is larger than what shells allow.
//
// Explorations and the compiler recurse as deep as the user's program makes them. The stack is
// reserved, not used: what is really touched counts against --memory like everything else.
#pragma once

#include <pthread.h>

#include <cstddef>
#include <functional>

namespace overtake {

// Runs `work` and waits for it; what it throws is thrown here. On the caller's own stack if no
// larger one can be had.
void on_deep_stack(const std::function<void()>& work);

// A thread of its own with a stack of so many bytes, or of the usual size if it cannot have them.
// The work must not throw; the destructor waits for its end. Throws std::system_error if there can
// be no thread.
class DeepThread {
 public:
  DeepThread(std::size_t stack_bytes, std::function<void()> work);
  ~DeepThread();
  DeepThread(const DeepThread&) = delete;
  DeepThread& operator=(const DeepThread&) = delete;

 private:
  std::function<void()> work_;
  pthread_t thread_{};
};

}  // namespace overtake
