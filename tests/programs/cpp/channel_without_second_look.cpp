// A sender that was woken does not look again, although another one may have filled the slot.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
template <class T>
class Channel {
  std::mutex m_;
  std::condition_variable cv_;
  std::optional<T> slot_;

 public:
  void send(T v) {
    std::unique_lock l(m_);
    if (slot_) cv_.wait(l);  // with two senders somebody else may have filled it
    assert(!slot_);
    slot_ = v;
    cv_.notify_all();
  }
  T receive() {
    std::unique_lock l(m_);
    cv_.wait(l, [&] { return slot_.has_value(); });
    T v = *slot_;
    slot_.reset();
    cv_.notify_all();
    return v;
  }
};
int main() {
  Channel<int> c;
  std::thread a([&] { c.send(1); }), b([&] { c.send(2); }), d([&] { c.send(4); });
  int sum = c.receive();
  sum += c.receive();
  sum += c.receive();
  assert(sum == 7);
  a.join();
  b.join();
  d.join();
}
