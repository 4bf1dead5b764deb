// pthread_exit in C++: destructors run, handlers for everything see it and must throw it again, and a promise that was
// not kept is broken.
// overtake: model=sc,tso,pso verdict=safe
#include <cxxabi.h>
#include <pthread.h>

#include <cassert>
#include <future>
#include <thread>

int trace;

struct Note {
  int digit;
  ~Note() { trace = trace * 10 + digit; }
};

void leave() {
  Note three{3};
  try {
    Note one{1};
    pthread_exit(nullptr);
  } catch (const std::exception&) {
    trace = -1;
  } catch (...) {
    Note two{2};
    throw;
  }
}

int main() {
  std::thread([] {
    Note five{5};
    try {
      leave();
    } catch (abi::__forced_unwind&) {
      trace = trace * 10 + 4;
      throw;
    }
  }).join();
  assert(trace == 12345);
  std::packaged_task<void()> task([] { pthread_exit(nullptr); });
  auto future = task.get_future();
  std::thread t(std::move(task));
  try {
    future.get();
    assert(false);
  } catch (const std::future_error& e) {
    assert(e.code() == std::future_errc::broken_promise);
  }
  t.join();
}
