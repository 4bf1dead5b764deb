// Two threads throw one exception again at the same time and catch it by different bases; each
// handler sees its own base, and the exception that is handled around it.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <exception>
#include <thread>

struct First {
  int a = 1;
};
struct Second {
  int b = 2;
};
struct Both : First, Second {};
std::exception_ptr shared;
template <class Base>
int caught(int Base::* member) {
  try {
    std::rethrow_exception(shared);
  } catch (const Base& e) {
    return e.*member;
  }
}

int main() {
  try {
    throw Both{};
  } catch (...) {
    shared = std::current_exception();
  }
  int second = 0;
  std::thread t([&] { second = caught(&Second::b); });
  try {
    throw 5;
  } catch (int outer) {
    assert(caught(&First::a) == 1);
    try {
      throw;
    } catch (int again) {
      assert(again == outer);
    }
  }
  t.join();
  assert(second == 2);
  shared = nullptr;
}
