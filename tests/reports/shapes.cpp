// overtake check shapes.cpp --model tso
// Base classes and virtual functions.
#include <atomic>
#include <cassert>
#include <thread>

struct Counted {
  std::atomic<int> uses{0};
};

struct Shape {
  virtual ~Shape() = default;
  virtual int area() const = 0;
};

struct Square : Shape, Counted {
  int side = 2;
  int area() const override { return side * side; }
};

Square square;

void grow() {
  square.uses = 1;
  square.side = 3;
}

int main() {
  std::thread t(grow);
  const Shape& shape = square;
  if (square.uses == 1) assert(shape.area() == 9);
  t.join();
}
