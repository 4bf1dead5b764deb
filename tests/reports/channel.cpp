// overtake check channel.cpp --model pso
// A template: the flag of a one-shot channel overtakes its value.
#include <atomic>
#include <cassert>
#include <thread>
#include <utility>

template <class T>
struct Channel {
  std::pair<T, T> payload{};
  std::atomic<bool> full{false};

  void send(T a, T b) {
    payload.first = a;
    payload.second = b;
    full.store(true, std::memory_order_relaxed);
  }
};

Channel<long> channel;

int main() {
  std::thread sender([] { channel.send(-3, -4); });
  if (channel.full.load(std::memory_order_relaxed)) {
    const long sum = channel.payload.first + channel.payload.second;
    assert(sum == -7);
  }
  sender.join();
}
