// Somebody waits for a promise that is only kept after the wait.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <future>

int main() {
  std::promise<void> promise;
  std::shared_future<void> done = promise.get_future().share();
  done.wait();
  promise.set_value();
}
