// N threads meet at a std::latch.
#include <cassert>
#include <latch>
#include <thread>

std::latch all(N);
int part[N];

int main() {
  std::thread threads[N];
  for (int i = 0; i < N; ++i)
    threads[i] = std::thread([i] {
      part[i] = 1;
      all.arrive_and_wait();
      int sum = 0;
      for (int p : part) sum += p;
      assert(sum == N);
    });
  for (std::thread& t : threads) t.join();
}
