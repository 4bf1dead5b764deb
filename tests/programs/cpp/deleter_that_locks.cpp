// The last reference goes inside a critical section, and its deleter asks for the same lock.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <memory>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  auto deleter = [&](int* p) {
    std::lock_guard lock(mutex);
    delete p;
  };
  std::shared_ptr<int> owner(new int(1), deleter);
  std::weak_ptr<int> cached = owner;
  std::thread t([&] {
    std::lock_guard lock(mutex);
    auto used = cached.lock();
  });
  owner.reset();
  t.join();
}
