// One thread deletes what the other still uses.
// overtake: model=sc,tso,pso verdict=error kind=use-after-free line=8
#include <thread>

struct Widget {
  int size = 3;
  int area() const {
    return size * size;  // fails
  }
};

int main() {
  Widget* widget = new Widget;
  std::thread user([=] { (void)widget->area(); });
  delete widget;
  user.join();
}
