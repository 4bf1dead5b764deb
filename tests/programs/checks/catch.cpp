#include <atomic>
#include <catch2/catch_test_macros.hpp>
#include <thread>

TEST_CASE("a counter counts", "[counter]") {
  std::atomic<int> n{0};
  std::thread t([&] { ++n; });
  ++n;
  t.join();
  REQUIRE(n == 2);
}

TEST_CASE("stores are seen at once", "[dekker]") {
  std::atomic<int> x{0}, y{0};
  int a = 0;
  std::thread t([&] {
    x.store(1, std::memory_order_relaxed);
    a = y.load(std::memory_order_relaxed);
  });
  y.store(1, std::memory_order_relaxed);
  const int b = x.load(std::memory_order_relaxed);
  t.join();
  CHECK((a == 1 || b == 1));
}
