#include "base/deep_stack.h"

#include <pthread.h>

#include <cstddef>
#include <exception>

namespace overtake {
namespace {

constexpr std::size_t kStackBytes = std::size_t{16} << 30;

struct Call {
  const std::function<void()>& work;
  std::exception_ptr thrown;
};

void* run_call(void* argument) {
  auto* call = static_cast<Call*>(argument);
  try {
    call->work();
  } catch (...) {
    call->thrown = std::current_exception();
  }
  return nullptr;
}

}  // namespace

void on_deep_stack(const std::function<void()>& work) {
  Call call{work, nullptr};
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  const bool started = pthread_attr_setstacksize(&attributes, kStackBytes) == 0 &&
                       pthread_create(&thread, &attributes, run_call, &call) == 0;
  pthread_attr_destroy(&attributes);
  if (!started) return work();
  pthread_join(thread, nullptr);
  if (call.thrown) std::rethrow_exception(call.thrown);
}

}  // namespace overtake
