// std::jthread joins at the end of its scope; the file needs C++20 and no flag says so.
// overtake: model=sc,tso,pso verdict=safe executions=2
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> n{0};

int main() {
  {
    std::jthread a([] { n.fetch_add(1); });
    std::jthread b([] { n.fetch_add(1); });
  }
  assert(n == 2);
}
