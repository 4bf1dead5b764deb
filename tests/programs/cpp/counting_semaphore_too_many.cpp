// A semaphore that starts with one place too many does not exclude.
// overtake: args=-- -std=c++20
// overtake: model=sc,tso,pso verdict=error kind=assertion line=14
#include <cassert>
#include <semaphore>
#include <thread>

std::counting_semaphore<8> places(2);
int inside;

void visit() {
  places.acquire();
  ++inside;
  assert(inside == 1);  // fails
  --inside;
  places.release();
}

int main() {
  std::thread a(visit);
  visit();
  a.join();
}
