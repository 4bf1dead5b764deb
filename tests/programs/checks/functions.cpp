#include <cassert>
#include <thread>

namespace queue {
void test_in_namespace() {
  int n = 0;
  std::thread t([&] { n = 1; });
  t.join();
  assert(n == 1);
}
}  // namespace queue

static void test_static() { assert(false); }

namespace {
void test_unnamed()
{
  assert(true);
}
}  // namespace
