// An exception_ptr is published by a relaxed store, which may overtake it.
// overtake: model=sc,tso verdict=safe
// overtake: model=pso verdict=error kind=assertion
#include <atomic>
#include <cassert>
#include <exception>
#include <stdexcept>
#include <thread>
std::exception_ptr failure;
std::atomic<bool> failed{false};
constexpr auto order = std::memory_order_relaxed;
int main() {
  std::jthread worker([] {
    try {
      throw std::out_of_range("index");
    } catch (...) {
      failure = std::current_exception();
      failed.store(true, order);
    }
  });
  if (failed.load(std::memory_order_acquire)) {
    bool caught = false;
    assert(failure);
    try {
      std::rethrow_exception(failure);
    } catch (const std::logic_error &e) {
      caught = true;
    }
    assert(caught);
  }
}
