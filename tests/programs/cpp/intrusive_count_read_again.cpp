// The count is decremented and then read again: two threads may both find it to be 0.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free
#include <atomic>
#include <cassert>
#include <thread>
#include <utility>
struct Object {
  std::atomic<int> refs{1};
  int payload = 4;
};
class Ref {
  Object *o_;

 public:
  explicit Ref(Object *o) : o_(o) {}
  Ref(const Ref &r) : o_(r.o_) { o_->refs.fetch_add(1, std::memory_order_relaxed); }
  Ref(Ref &&r) noexcept : o_(std::exchange(r.o_, nullptr)) {}
  ~Ref() {
    if (!o_) return;
    o_->refs.fetch_sub(1, std::memory_order_acq_rel);
    if (o_->refs.load() == 0) delete o_;
  }
  Object *operator->() const { return o_; }
};
int main() {
  Ref r(new Object);
  std::jthread t([r] { assert(r->payload == 4); });
  std::jthread u([r = std::move(r)]() mutable {
    Ref mine = std::move(r);
    assert(mine->payload == 4);
  });
}
