// Objects return to their pool, which may be gone by then.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free
#include <cassert>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>
struct Buffer {
  int data = 0;
};
class Pool {
  struct Inner {
    std::mutex m;
    std::vector<std::unique_ptr<Buffer>> free;
  };
  std::shared_ptr<Inner> inner_ = std::make_shared<Inner>();

 public:
  struct Return {
    Inner *home;
    void operator()(Buffer *b) const {
      std::lock_guard l(home->m);
      home->free.emplace_back(b);
    }
  };
  using Ptr = std::unique_ptr<Buffer, Return>;
  Ptr get() {
    std::lock_guard l(inner_->m);
    Buffer *b;
    if (inner_->free.empty())
      b = new Buffer;
    else {
      b = inner_->free.back().release();
      inner_->free.pop_back();
    }
    return Ptr(b, Return{inner_.get()});
  }
};
int main() {
  auto pool = std::make_unique<Pool>();
  std::thread t([p = pool->get()] { p->data = 1; });
  std::thread u([p = pool->get()]() mutable {
    p->data = 2;
    p.reset();
  });
  u.join();
  pool.reset();
  t.join();
}
