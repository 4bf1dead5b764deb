// The buffer behind the shown one may still be read from.
// overtake: model=sc,tso,pso verdict=error kind=assertion
#include <atomic>
#include <cassert>
#include <thread>
struct Frame {
  int left, right;
};
class Display {
  Frame frames_[2] = {};
  std::atomic<int> shown_{0}, reading_{-1};

 public:
  void draw(int v) {
    int back = 1 - shown_.load();
    frames_[back] = {v, v};
    shown_.store(back);
  }
  void show() {
    int i = shown_.load();
    for (;;) {
      reading_.store(i);
      int again = shown_.load();
      if (again == i) break;
      i = again;
    }
    Frame f = frames_[i];
    reading_.store(-1);
    assert(f.left == f.right);
  }
};
int main() {
  Display d;
  std::thread painter([&] {
    d.draw(1);
    d.draw(2);
  });
  d.show();
  painter.join();
}
