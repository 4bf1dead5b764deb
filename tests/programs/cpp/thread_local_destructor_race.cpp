// The destructors of two threads' objects add to a plain variable: an update is lost.
// overtake: model=sc,tso,pso verdict=error kind=assertion line=18
#include <cassert>
#include <thread>

int balance;
struct Token {
  int n = 0;
  ~Token() { balance += n; }
};
thread_local Token token;

int main() {
  std::thread a([] { token.n = 2; });
  std::thread b([] { token.n = 3; });
  a.join();
  b.join();
  assert(balance == 5);  // fails
}
