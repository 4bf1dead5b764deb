// A poll that compares strings, too long to be stored without memory of their own.
// overtake: model=sc,tso,pso verdict=safe
#include <atomic>
#include <cassert>
#include <string>
#include <thread>

int main() {
  std::atomic<char> state{'a'};
  int data = 0;
  std::thread waiter([&] {
    for (;;) {
      std::string text("the state of the other thread is ");
      text += state.load();
      if (text == "the state of the other thread is b") break;
    }
    assert(data == 1);
  });
  data = 1;
  state = 'b';
  waiter.join();
}
