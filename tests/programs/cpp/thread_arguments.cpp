// std::thread with every kind of argument: by value, by std::ref, a moved unique_ptr, a member
// function. join() makes what the threads wrote visible.
// overtake: model=sc,tso,pso verdict=safe executions=1
#include <cassert>
#include <functional>
#include <memory>
#include <thread>
#include <utility>

struct Account {
  int balance = 10;
  void deposit(int amount) { balance += amount; }
};

void scale(int factor, int& value) { value *= factor; }
void take(std::unique_ptr<int> owned, int* out) { *out = *owned; }

int main() {
  Account account;
  int value = 7, out = 0;
  std::thread a(&Account::deposit, &account, 5);
  std::thread b(scale, 6, std::ref(value));
  std::thread c(take, std::make_unique<int>(3), &out);
  assert(a.joinable());
  std::thread moved = std::move(a);
  assert(!a.joinable());
  moved.join();
  b.join();
  c.join();
  assert(account.balance == 15);
  assert(value == 42);
  assert(out == 3);
}
