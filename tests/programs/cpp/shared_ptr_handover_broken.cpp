// The thread captures the shared_ptr by reference, so that it holds no count of its own.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=13
#include <memory>
#include <thread>

struct Buffer {
  int size = 4;
};

int main() {
  auto buffer = std::make_shared<Buffer>();
  std::thread t([&buffer] {
    if (Buffer* b = buffer.get()) b->size = 5;  // fails
  });
  buffer.reset();
  t.join();
}
