// Transfers in both directions at once: scoped_lock takes both mutexes, in whatever order.
// overtake: model=sc,tso,pso verdict=safe
#include <cassert>
#include <mutex>
#include <thread>

struct Account {
  std::mutex mutex;
  int balance = 10;
};

static void transfer(Account& from, Account& to, int amount) {
  std::scoped_lock lock(from.mutex, to.mutex);
  from.balance -= amount;
  to.balance += amount;
}

int main() {
  Account a, b;
  std::thread t([&] { transfer(a, b, 3); });
  std::thread u([&] { transfer(b, a, 4); });
  t.join();
  u.join();
  assert(a.balance == 11 && b.balance == 9);
}
