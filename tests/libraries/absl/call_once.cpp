// absl::call_once: the function runs once, and is seen by both.
// library: libabsl-dev
// expect: sc=refused tso=refused pso=refused
#include <absl/base/call_once.h>

#include <cassert>
#include <thread>

static absl::once_flag once;
static int value, runs;

static void check() {
  absl::call_once(once, [] {
    value = 7;
    ++runs;
  });
  assert(value == 7);
}

int main() {
  std::thread t(check);
  check();
  t.join();
  assert(runs == 1);
}
