// A promise is kept in another thread, with a value or with an exception.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int ask(int question) {
  std::promise<int> promise;
  std::future<int> answer = promise.get_future();
  std::thread t(
      [question](std::promise<int> p) {
        if (question == 0)
          p.set_value(42);
        else
          p.set_exception(std::make_exception_ptr(std::domain_error("no answer")));
      },
      std::move(promise));
  int result = 0;
  try {
    result = answer.get();
  } catch (const std::domain_error&) {
    result = -1;
  }
  t.join();
  return result;
}

int main() {
  assert(ask(0) == 42);
  assert(ask(1) == -1);
}
