// weak_ptr::lock either keeps the object alive or says that it is gone.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <memory>
#include <thread>

struct Object {
  int value = 7;
  ~Object() { value = 0; }
};

int main() {
  auto owner = std::make_shared<Object>();
  std::weak_ptr<Object> w = owner;
  std::thread t([&] {
    if (auto s = w.lock()) assert(s->value == 7);
  });
  owner.reset();
  t.join();
  assert(w.expired());
}
