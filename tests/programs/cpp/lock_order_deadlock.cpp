// Two lock_guards, taken in opposite order: a deadlock.
// overtake: model=sc,tso,pso verdict=error kind=deadlock
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 10;
};

void transfer(Account& from, Account& to, int amount) {
  std::lock_guard first(from.mutex);
  std::lock_guard second(to.mutex);
  from.balance -= amount;
  to.balance += amount;
}

int main() {
  Account a, b;
  std::thread t([&] { transfer(a, b, 3); });
  transfer(b, a, 5);
  t.join();
}
