// overtake check async.cpp --model tso
#include <cassert>
#include <future>
#include <semaphore>
int main() {
  std::binary_semaphore fed(0);
  int food = 0;
  // The temporary's destructor waits for the task.
  std::async(std::launch::async, [&] {
    fed.acquire();
    assert(food == 1);
  });
  auto feeder = std::async(std::launch::async, [&] {
    food = 1;
    fed.release();
  });
}
