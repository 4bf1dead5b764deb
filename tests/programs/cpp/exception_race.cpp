// at() throws only if the other thread has taken the element before: the exception leaves the
// thread in some executions.
// overtake: model=sc,tso,pso verdict=error kind=uncaught-exception line=14
#include <mutex>
#include <stdexcept>
#include <thread>
#include <vector>

std::mutex m;
std::vector<int> items{7};

int take() {
  std::lock_guard lock(m);
  if (items.empty()) throw std::logic_error("empty");  // fails
  const int last = items.back();
  items.pop_back();
  return last;
}

int main() {
  std::thread t([] { take(); });
  try {
    take();
  } catch (const std::logic_error&) {
  }
  t.join();
}
