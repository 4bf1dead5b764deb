// What a thread is started with: numbers, pointers to a base, structures with a gap, what is moved.
// overtake: args=-- -std=c++17
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <functional>
#include <memory>
#include <string>
#include <thread>

struct First {
  int first = 1;
};
struct Second {
  int second = 2;
};
struct Both : First, Second {};
struct Gap {
  char small;
  int large;
};

int sum;

void by_base(Second* s) { sum += s->second; }
void by_reference(const Second& s) { sum += s.second; }
int by_value(short s, long l) { return sum += s + static_cast<int>(l); }
void by_gap(Gap g) { sum += g.small + g.large; }
void by_text(const std::string& s) { sum += static_cast<int>(s.size()); }
void by_owner(std::unique_ptr<int> p) { sum += *p; }

struct Worker {
  int amount = 5;
  void work() { sum += amount; }
  void operator()() const { sum += amount; }
};

int main() {
  Both both;
  Worker worker;
  std::thread(by_base, &both).join();
  std::thread(by_reference, std::ref(both)).join();
  std::thread(by_reference, std::cref(both)).join();
  std::thread(by_value, 1, 2L).join();
  std::thread(by_gap, Gap{3, 4}).join();
  std::thread(by_text, "four").join();
  std::thread(by_owner, std::make_unique<int>(6)).join();
  std::thread(&Worker::work, &worker).join();
  std::thread(worker).join();
  std::thread([](float f) { sum += static_cast<int>(f); }, 1.5f).join();
  std::thread none;
  assert(!none.joinable() && none.get_id() == std::thread::id());
  assert(sum == 2 + 2 + 2 + 3 + 7 + 4 + 6 + 5 + 5 + 1);
}
