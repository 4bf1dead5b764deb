#include "base/deep_stack.h"

#include <exception>
#include <system_error>
#include <utility>

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

void* run_thread(void* work) {
  (*static_cast<std::function<void()>*>(work))();
  return nullptr;
}

// 0, or the number of the error.
int start_thread(pthread_t& thread, std::size_t stack_bytes, void* (*run)(void*), void* argument) {
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  int error = pthread_attr_setstacksize(&attributes, stack_bytes);
  if (error == 0) error = pthread_create(&thread, &attributes, run, argument);
  pthread_attr_destroy(&attributes);
  return error;
}

}  // namespace

void on_deep_stack(const std::function<void()>& work) {
  Call call{work, nullptr};
  pthread_t thread;
  if (start_thread(thread, kStackBytes, run_call, &call) != 0) return work();
  pthread_join(thread, nullptr);
  if (call.thrown) std::rethrow_exception(call.thrown);
}

DeepThread::DeepThread(std::size_t stack_bytes, std::function<void()> work)
    : work_(std::move(work)) {
  if (start_thread(thread_, stack_bytes, run_thread, &work_) == 0) return;
  const int error = pthread_create(&thread_, nullptr, run_thread, &work_);
  if (error != 0) throw std::system_error(error, std::generic_category(), "starting a thread");
}

DeepThread::~DeepThread() { pthread_join(thread_, nullptr); }

}  // namespace overtake
