// N threads take turns by std::atomic::wait.
#include <atomic>
#include <cassert>
#include <thread>

std::atomic<int> turn;
int count;

int main() {
  std::thread threads[N];
  for (int i = 0; i < N; ++i)
    threads[i] = std::thread([i] {
      for (int now = turn.load(); now != i; now = turn.load()) turn.wait(now);
      ++count;
      turn.store(i + 1);
      turn.notify_all();
    });
  for (std::thread& t : threads) t.join();
  assert(count == N);
}
