// A shared_ptr is copied into the thread: whoever is last deletes the object.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <memory>
#include <thread>

int deleted;

struct Buffer {
  int size = 4;
  ~Buffer() { ++deleted; }
};

int main() {
  auto buffer = std::make_shared<Buffer>();
  std::thread t([buffer] { assert(buffer->size == 4); });
  buffer.reset();
  t.join();
  assert(deleted == 1);
}
