// The base class joins the thread when the derived part is gone: the thread may call what is pure
// by then.
// overtake: model=sc,tso,pso verdict=error kind=abort
#include <cassert>
#include <thread>
class Worker {
 protected:
  std::thread t_;
  int last_ = 0;
  virtual int step() = 0;

 public:
  void start() {
    t_ = std::thread([this] { last_ = step(); });
  }
  virtual ~Worker() {
    if (t_.joinable()) t_.join();
  }
};
class Doubler : public Worker {
  int v_;
  int step() override { return v_ * 2; }

 public:
  explicit Doubler(int v) : v_(v) {}
};
int main() {
  Doubler d(4);
  d.start();
}
